/** The lines of `text`, each with its line break: joined they are the text. [] for "". */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let from = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
    lines.push(text.slice(from, at + 1));
    from = at + 1;
  }
  if (from < text.length) lines.push(text.slice(from));
  return lines;
}

/** A code fence of Markdown (CommonMark: three or more backticks or tildes, indented at most 3). */
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)/;

/** A fenced block, by the indexes of its opening and closing line; `close` is null when it never closes. */
interface FenceBlock {
  readonly open: number;
  readonly close: number | null;
}

/** The fenced blocks among `lines`, by CommonMark: a fence closes with at least as many of the same mark. */
export function fenceBlocks(lines: readonly string[]): readonly FenceBlock[] {
  const blocks: FenceBlock[] = [];
  let open: { readonly index: number; readonly mark: string } | null = null;
  for (const [index, line] of lines.entries()) {
    const match = FENCE.exec(line);
    if (match === null) continue;
    const mark = match[1] ?? '';
    const info = match[2] ?? '';
    if (open === null) {
      // Backticks later in the line make it inline code, not a fence.
      if (!(mark.startsWith('`') && info.includes('`'))) open = { index, mark };
    } else if (mark.startsWith(open.mark) && info.trim() === '') {
      blocks.push({ open: open.index, close: index });
      open = null;
    }
  }
  if (open !== null) blocks.push({ open: open.index, close: null });
  return blocks;
}
