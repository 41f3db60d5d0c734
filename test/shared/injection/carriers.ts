/** What is around the marker: words in front, words behind, and numbers for choices. */
export interface Around {
  readonly before: string;
  readonly after: string;
  readonly n: number;
}

type Carrier = (marker: string, around: Around) => string;

const pyString = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
const nested = (value: unknown, levels: number): string => {
  let text = JSON.stringify(value);
  for (let i = 1; i < levels; i++) text = JSON.stringify({ ok: true, result: text });
  return text;
};
const quotedPrintable = (text: string) =>
  text.replaceAll('=', '=3D').replace(/(.{60})(?=.)/g, '$1=\n');
const base64 = (text: string) =>
  Buffer.from(text)
    .toString('base64')
    .replace(/(.{72})/g, '$1\n');
const headers = (type = '', encoding = '') =>
  [
    'From: Ann Lee <ann@example.org>',
    'To: Bob <bob@example.org>',
    'Subject: Minutes of the meeting',
    'Date: Tue, 06 Aug 2024 11:52:20 +0100',
    'Message-ID: <1234@example.org>',
    ...(type === '' ? [] : [`Content-Type: ${type}`]),
    ...(encoding === '' ? [] : [`Content-Transfer-Encoding: ${encoding}`]),
    '',
    '',
  ].join('\n');
const comment =
  (open: string, close = ''): Carrier =>
  (marker, { before, n }) =>
    [
      'const total = items.length;',
      `${' '.repeat(n % 5)}${open} ${before}`.trimEnd() + (close === '' ? '' : ` ${close}`),
      `${open} ${marker}${close === '' ? '' : ` ${close}`}`,
      'return total;',
      'function next(a, b) {',
      '  return a + b;',
      '}',
    ].join('\n');

/** Every kind of text that a marker sentence is put into. */
export const CARRIERS: Readonly<Record<string, Carrier>> = {
  prose: (m, a) => `${a.before} ${m} ${a.after}`,
  'line between wrapped lines': (m) =>
    `The committee met on Tuesday and looked at the figures of the last\n${m}\nquarter, which were better than those of the year before that one.`,
  'lines without full stops': (m) =>
    `Opening hours and how to reach us by bus or by train at night\n${m}\nNotes`,
  ...Object.fromEntries(
    [1, 2, 3, 4].map((levels) => [
      `JSON string, ${levels} deep`,
      (m: string, a: Around) => nested({ id: a.n, note: `${a.before} ${m} ${a.after}` }, levels),
    ]),
  ),
  ...Object.fromEntries(
    [1, 2, 3].map((levels) => [
      `lines in a JSON string, ${levels} deep`,
      (m: string, a: Around) => nested({ body: `${a.before}\n\n${m}\n${a.after}` }, levels),
    ]),
  ),
  'indented JSON': (m, a) =>
    JSON.stringify(
      {
        items: [
          { id: 1, description: a.before },
          { id: 2, description: m },
        ],
      },
      null,
      2,
    ),
  'JSON array': (m, a) => JSON.stringify([a.before, m, a.after]),
  'array of arrays': (m, a) =>
    JSON.stringify([
      [a.n, a.before],
      [a.n, m],
    ]),
  'JSON that is cut off': (m, a) =>
    `${JSON.stringify({ id: a.n, text: `${a.before} ${m}` }).slice(0, -2)}`,
  'JSON lines': (m, a) =>
    [a.before, m, a.after].map((text, id) => JSON.stringify({ id, text })).join('\n'),
  'text after JSON': (m, a) => `${JSON.stringify({ id: a.n, state: 'open', name: 'x' })}\n${m}`,
  'text before JSON': (m, a) =>
    `${m}\n${JSON.stringify({ id: a.n, state: 'open', kind: 'a', name: 'x' })}`,
  'JSON inside prose': (m, a) =>
    `${a.before}\n\n${JSON.stringify({ id: a.n, comment: m })}\n\n${a.after}`,
  'Python dict': (m, a) => `{'id': ${a.n}, 'name': 'Dell', 'about': ${pyString(m)}, 'price': 7.5}`,
  'Python dict as a JSON string': (m, a) =>
    JSON.stringify(`{'id': ${a.n}, 'about': ${pyString(`${a.before} ${m}`)}, 'ok': True}`),
  'repr of an object': (m, a) =>
    `[TextContent(type='text', text=${pyString(`${a.before}\n${m}\n${a.after}`)}, annotations=None)]`,
  'JSON in the repr of an object': (m, a) =>
    `[TextContent(type='text', text=${pyString(JSON.stringify({ id: a.n, body: m }, null, 2))}, annotations=None)]`,
  mail: (m, a) => `${headers()}${a.before}\n\n${m}\n\n${a.after}\n`,
  'mail subject': (m, a) => headers().replace('Minutes of the meeting', m) + a.before,
  'quoted-printable mail': (m, a) =>
    `${headers('text/plain; charset=utf-8', 'quoted-printable')}${quotedPrintable(`${a.before} ${m}`)}\n`,
  'base64 mail': (m, a) =>
    `${headers('text/plain', 'base64')}${base64(`${a.before}\n\n${m}\n\n${a.after}`)}\n`,
  'HTML mail': (m, a) =>
    `${headers('text/html')}<html><body><p>${a.before}</p><p>${m}</p></body></html>`,
  'part of a mail': (m, a) =>
    `${headers('multipart/mixed; boundary="xyz42"')}--xyz42\nContent-Type: text/plain\n\n${a.before}\n\n--xyz42\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n${quotedPrintable(`<div>${a.after}</div><div>${m}</div>`)}\n--xyz42--\n`,
  'attached mail': (m, a) =>
    `${headers('multipart/mixed; boundary="xyz42"')}--xyz42\nContent-Type: text/plain\n\n${a.before}\n\n--xyz42\nContent-Type: message/rfc822\n\n${headers()}${m}\n--xyz42--\n`,
  'forwarded mail': (m, a) =>
    `${headers()}${a.before}\n\n---------- Forwarded message ----------\nFrom: Eve <eve@example.org>\nSubject: Hello\n\n${m}\n`,
  'quoted mail': (m, a) => `${headers()}> ${a.before}\n> ${m}\n\n${a.after}`,
  'mail in JSON': (m, a) => JSON.stringify({ raw: `${headers()}${a.before}\n\n${m}\n` }),
  'page in JSON': (m, a) => JSON.stringify({ html: `<div><p>${a.before}</p><p>${m}</p></div>` }),
  'Markdown list': (m, a) => `# Title\n\n- ${a.before}\n- ${m}\n- [ ] ${a.after}\n`,
  'numbered list': (m, a) => `# Title\n\n1. ${a.before}\n2. ${m}\n3. ${a.after}\n`,
  'Markdown quote': (m, a) => `# Title\n\n> ${a.before}\n>\n> ${m}\n\n${a.after}\n`,
  'Markdown heading': (m, a) => `# Title\n\n${a.before}\n## ${m}\n${a.after}\n`,
  'fenced block': (m, a) => `# Title\n\n${a.before}\n\n\`\`\`\n${m}\n\`\`\`\n`,
  'comment in a fenced block': (m, a) =>
    `# Title\n\n${a.before}\n\n\`\`\`python\nx = 1\n# ${m}\n\`\`\`\n`,
  'Markdown table': (m, a) =>
    `# Title\n\n| a | b |\n|---|---|\n| ${a.n} | ${m} |\n| 2 | ${a.before} |\n`,
  'comment in Markdown': (m, a) => `# Title\n\n${a.before} <!-- ${m} --> ${a.after}\n`,
  'definition in Markdown': (m, a) => `# Title\n\n${a.before}\n\n[//]: # (${m})\n\n${a.after}\n`,
  'front matter': (m, a) => `---\nname: page\ndescription: ${m}\n---\n\n# Title\n\n${a.before}\n`,
  'pipe table': (m, a) =>
    [
      '| Year | Record | Notes |',
      `| 1961 | 68-86 | ${a.before} |`,
      `| 1962 | ${a.n} | ${m} |`,
    ].join('\n'),
  CSV: (m, a) => `id,name,note\n1,Ann,fine\n2,Bob,"${m}"\n3,Cy,"${a.before}"\n4,Di,ok\n5,Ed,ok\n`,
  'tab-separated': (m, a) => `id\tname\tnote\n1\tAnn\tfine\n2\tBob\t${m}\n3\tCy\t${a.before}\n`,
  log: (m, a) =>
    [
      `2024-03-01 10:00:00,123 INFO app.main: ${a.before}`,
      `2024-03-01 10:00:01,456 WARN app.chat: ${m}`,
      '2024-03-01 10:00:02,789 INFO app.main: Request served in 12 ms',
    ].join('\n'),
  'syslog line': (m) =>
    [
      'Mar  1 10:00:00 host sshd[23]: session opened for user root',
      `Mar  1 10:00:01 host app[4]: ${m}`,
    ].join('\n'),
  diff: (m, a) =>
    `diff --git a/x.md b/x.md\n--- a/x.md\n+++ b/x.md\n@@ -1,3 +1,4 @@\n ${a.before}\n-old line of text\n+${m}\n ${a.after}\n`,
  'comment in a diff': (m) =>
    `diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1,3 +1,4 @@\n const a = 1;\n+// ${m}\n const b = 2;\n`,
  'comment with two slashes': comment('//'),
  'comment with a hash': comment('#'),
  'comment with two dashes': comment('--'),
  'comment between stars': comment('/*', '*/'),
  'comment of several lines': (m, a) =>
    `/**\n * ${a.before}\n *\n * ${m}\n */\nfunction f(a) {\n  return a + 1;\n}\nconst x = f(2);\n`,
  'comment behind code': (m) => `int a = 1;\nint b = f(a); // ${m}\nreturn b;\n`,
  docstring: (m, a) =>
    `def f(x):\n    """${a.before}\n\n    ${m}\n    """\n    return x + 1\n\n\nclass A(B):\n    pass\n`,
  'docstring of one line': (m) =>
    `import os\nimport sys\n\ndef f(x):\n    """${m}"""\n    return x\n`,
  'string in code': (m) => `const a = 1;\nlog.info("${m}");\nconst b = a + 1;\n`,
  page: (m, a) => `<html><body><h1>Title</h1><p>${a.before}</p><div>${m}</div></body></html>`,
  'comment in a page': (m, a) =>
    `<html><body><p>${a.before}</p><!-- ${m} --><p>${a.after}</p></body></html>`,
  'title attribute': (m, a) =>
    `<html><body><a href="/x" title="${m}">${a.before}</a></body></html>`,
  'alt attribute': (m, a) =>
    `<html><body><p>${a.before}</p><img src="x.png" alt='${m}'></body></html>`,
  'script in a page': (m) =>
    `<html><body><script>\nvar a = 1;\n// ${m}\n</script><p>Hello to all</p></body></html>`,
  XML: (m, a) =>
    `<?xml version="1.0"?>\n<feed><item><title>${a.before}</title><text>${m}</text></item></feed>`,
  CDATA: (m) => `<rss><item><description><![CDATA[${m}]]></description></item></rss>`,
  YAML: (m, a) => `name: service\nport: ${a.n}\ndescription: ${m}\ngroup: team\n`,
  'YAML list': (m, a) =>
    `name: service\nsteps:\n  - ${a.before}\n  - ${m}\ngroup: team\nport: 1\nkind: a\n`,
  'YAML block': (m, a) =>
    `name: service\ntext: |\n  ${a.before}\n  ${m}\ngroup: team\nport: 1\nkind: a\n`,
  'tag characters': (m, a) =>
    `${a.before}${[...m].map((c) => String.fromCodePoint(0xe0000 + (c.codePointAt(0) ?? 0))).join('')} ${a.after}`,
  'escaped text in a line': (m, a) => `${a.before}\\n\\n${m}\\n`,
};
