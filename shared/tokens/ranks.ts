import type { Encoding } from '../types.ts';
import { isAscii, toByteString } from './utf8.ts';

/** Rank of each token, by its bytes (one character per byte). A lower rank merges first. */
export type Ranks = ReadonlyMap<string, number>;

/** Loads the tokens of `encoding` (megabytes, so only when first counted). Rejects if a package is missing. */
export async function loadRanks(encoding: Encoding): Promise<Ranks> {
  switch (encoding) {
    case 'o200k_base':
      return fromRankList((await import('gpt-tokenizer/bpeRanks/o200k_base')).default);
    case 'cl100k_base':
      return fromRankList((await import('gpt-tokenizer/bpeRanks/cl100k_base')).default);
    case 'claude': {
      const table = await import('ai-tokenizer/encoding/claude');
      const ranks = new Map<string, number>();
      for (const [text, rank] of Object.entries(table.stringEncoder)) {
        ranks.set(bytesOf(text), rank);
      }
      for (const [bytes, rank] of table.binaryEncoder) {
        ranks.set(String.fromCharCode(...bytes), rank);
      }
      return ranks;
    }
  }
}

/** `list` has the token of rank i at index i, as text or, where that is not valid UTF-8, as bytes. */
function fromRankList(list: readonly (string | readonly number[])[]): Ranks {
  const ranks = new Map<string, number>();
  // forEach skips the holes of unused ranks.
  list.forEach((token, rank) => {
    ranks.set(typeof token === 'string' ? bytesOf(token) : String.fromCharCode(...token), rank);
  });
  return ranks;
}

function bytesOf(text: string): string {
  return isAscii(text) ? text : toByteString(text);
}
