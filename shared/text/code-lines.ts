/** A line that names something: a function, class, type, import, route or test. */
const SIGNATURE =
  /^\s{0,12}(?:(?:export|public|private|protected|internal|static|async|abstract|final|default|pub(?:\([a-z]{1,10}\))?|override|virtual|inline|unsafe|extern)\s+){0,5}(?:def|class|function|func|fn|interface|type|enum|struct|trait|impl|module|namespace|package|import|from|use|using|require|include|const|let|var|template|macro|sub|procedure|create\s+(?:table|view|function|index))\b|^\s{0,4}(?:#include|@\w)|^[A-Za-z_][\w<>:*&\s]{0,80}\([^;]{0,160}\)\s*\{\s*$/i;
/** A longer line is minified code or data: its start tells as much. */
const MAX_LINE_CHARS = 300;
const DIFF_HEADER = /^(?:diff --git |@@ |--- |\+\+\+ |Index: )/;
const DIFF_CHANGE = /^[+-]/;
/** Constants inside a body name nothing that a reader looks for. */
const DEEP_LOCAL = /^\s{2,12}(?:const|let|var|use|from|import)\b/;

/** The start of a text that tells its language. */
const SAMPLE_CHARS = 4000;

/** The number that a file viewer puts before a line: "1457: ", "  12 | ", "12\t". */
const LINE_NUMBER = /^\s{0,8}\d{1,7}(?:[:|]|\t| [|│])/;

/** A line of code without the line number that a file viewer puts before it. */
export function withoutLineNumber(line: string): string {
  return line.replace(LINE_NUMBER, '');
}

/** Whether `text` starts like a diff or patch. */
export function isDiff(text: string): boolean {
  return /^(?:diff --git |Index: )|^--- [^\n]{0,500}\n\+\+\+ /m.test(text.slice(0, SAMPLE_CHARS));
}

/** What a line of code tells about its file: 2 a signature or diff header, 1 a diff's change, 0 a body. */
export function codeWeight(line: string, diff: boolean): 0 | 1 | 2 {
  const head = withoutLineNumber(line.slice(0, MAX_LINE_CHARS));
  if (diff) {
    if (DIFF_HEADER.test(head)) return 2;
    return DIFF_CHANGE.test(head) ? 1 : 0;
  }
  return SIGNATURE.test(head) && !DEEP_LOCAL.test(head) ? 2 : 0;
}

/** How a comment starts in the language that `text` seems to be in: "# " or "-- " or "// ". */
export function commentStart(text: string): string {
  const head = text.slice(0, SAMPLE_CHARS);
  if (/^\s*--\s|^\s*(?:select|create table|insert into)\b/im.test(head)) return '-- ';
  if (/^\s*(?:def|class|elif|except)\b[^\n]{0,200}:\s*$|^#!|^\s*#\s|^\s*end\s*$/m.test(head))
    return '# ';
  return '// ';
}
