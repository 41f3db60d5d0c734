import type { Encoding } from '../types.ts';
import { isAscii, toByteString } from './utf8.ts';

/** The tables of one byte-pair encoding. */
export interface Vocabulary {
  readonly encoding: Encoding;
  /** Splits text into the pieces that merges never cross; global and sticky state is the holder's. */
  readonly pieces: RegExp;
  /** Rank of each token, by its bytes (one character per byte). A lower rank merges first. */
  readonly ranks: ReadonlyMap<string, number>;
}

/** Loads the tables of `encoding` (megabytes, so only when first counted). Rejects if a package is missing. */
export async function loadVocabulary(encoding: Encoding): Promise<Vocabulary> {
  switch (encoding) {
    case 'o200k_base': {
      const [table, split] = await Promise.all([
        import('gpt-tokenizer/bpeRanks/o200k_base'),
        import('gpt-tokenizer/encodingParams/constants'),
      ]);
      return fromRankList(encoding, split.O200K_TOKEN_SPLIT_REGEX, table.default);
    }
    case 'cl100k_base': {
      const [table, split] = await Promise.all([
        import('gpt-tokenizer/bpeRanks/cl100k_base'),
        import('gpt-tokenizer/encodingParams/constants'),
      ]);
      return fromRankList(encoding, split.CL100K_TOKEN_SPLIT_REGEX, table.default);
    }
    case 'claude': {
      const table = await import('ai-tokenizer/encoding/claude');
      const ranks = new Map<string, number>();
      for (const [text, rank] of Object.entries(table.stringEncoder))
        ranks.set(bytesOf(text), rank);
      for (const [bytes, rank] of table.binaryEncoder)
        ranks.set(String.fromCharCode(...bytes), rank);
      return { encoding, pieces: new RegExp(table.pat_str, 'gu'), ranks };
    }
  }
}

/** `list` has the token of rank i at index i, as text or, where that is not valid UTF-8, as bytes. */
function fromRankList(
  encoding: Encoding,
  pieces: RegExp,
  list: readonly (string | readonly number[])[],
): Vocabulary {
  const ranks = new Map<string, number>();
  // forEach skips the holes of unused ranks.
  list.forEach((token, rank) => {
    ranks.set(typeof token === 'string' ? bytesOf(token) : String.fromCharCode(...token), rank);
  });
  return { encoding, pieces: new RegExp(pieces.source, pieces.flags), ranks };
}

function bytesOf(text: string): string {
  return isAscii(text) ? text : toByteString(text);
}
