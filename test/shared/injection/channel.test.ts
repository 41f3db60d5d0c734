import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectChannel } from '../../../shared/injection/channel.ts';
import { splitUnits } from '../../../shared/injection/split-units.ts';
import type { Channel } from '../../../shared/injection/types.ts';
import type { Kind } from '../../../shared/types.ts';

const PATH = join(process.env.CASEMENT_DATA ?? '../shared/data', 'injection.jsonl');
const channelOf = (kind: Kind, text: string) => detectChannel(kind, splitUnits(text));

const RULES = `# Working on this repository

- Use TypeScript for all components and prefer functions over classes.
- Run the linter and the unit tests before each commit.
- Never commit generated files.
- Follow the naming conventions of the module that you change.
- Avoid default exports.
- Keep pull requests small.
`;
const MAIL =
  'From: a@example.org\nTo: b@example.org\nSubject: Hello\nDate: Tue, 6 Aug 2024\n\nSee you soon then.';

describe('detectChannel()', () => {
  it('tells mails by their headers, tool results by their kind, rules by their orders', () => {
    expect(channelOf('passage', MAIL)).toBe('email');
    expect(channelOf('tool_result', '{"a": "some words in here"}')).toBe('tool_result');
    expect(channelOf('passage', RULES)).toBe('instructions');
    expect(channelOf('passage', 'The river rose in spring. It fell again in autumn.')).toBe('doc');
    expect(channelOf('memory', '')).toBe('doc');
  });

  it.skipIf(!existsSync(PATH))('sends most files of instructions there, and few documents', () => {
    const shares = new Map<string, Map<Channel, number>>();
    for (const line of readFileSync(PATH, 'utf8').split('\n').filter(Boolean)) {
      const { source, channel, label, text } = JSON.parse(line);
      if (label !== 0 || !['system', 'doc', 'email'].includes(channel)) continue;
      const counts = shares.get(source) ?? new Map<Channel, number>();
      const found = channelOf('passage', text);
      counts.set(found, (counts.get(found) ?? 0) + 1);
      shares.set(source, counts);
    }
    const share = (source: string, channel: Channel) => {
      const counts = shares.get(source) ?? new Map<Channel, number>();
      return (counts.get(channel) ?? 0) / [...counts.values()].reduce((a, b) => a + b, 0);
    };
    expect(share('agents_md', 'instructions')).toBeGreaterThanOrEqual(0.7);
    expect(share('cursorrules', 'instructions')).toBeGreaterThanOrEqual(0.85);
    expect(share('bipia_table', 'doc')).toBe(1);
    expect(share('bipia_code', 'doc')).toBeGreaterThanOrEqual(0.9);
    expect(share('spamassassin_ham', 'email')).toBe(1);
  });
});
