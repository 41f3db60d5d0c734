import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { binaryEncoder, pat_str, stringEncoder } from 'ai-tokenizer/encoding/claude';
import {
  CL100K_TOKEN_SPLIT_REGEX,
  O200K_TOKEN_SPLIT_REGEX,
} from 'gpt-tokenizer/encodingParams/constants';
import type { Encoding } from '../../../shared/types.ts';

/**
 * Byte-pair encoding as its definition has it, over the published rank files: in each piece, merge the
 * leftmost pair of the lowest rank until none is left. Quadratic, so for short texts only. Not the
 * packages' own encoders, since these drop a byte order mark and look up "valueOf" in a plain object.
 */
function defineReference(pieces: RegExp, ranks: ReadonlyMap<string, number>) {
  const countPiece = (piece: string): number => {
    const whole = Buffer.from(piece, 'utf8');
    if (ranks.has(whole.toString('hex'))) return 1;
    const parts = [...whole].map((byte) => byte.toString(16).padStart(2, '0'));
    for (;;) {
      let best = Number.POSITIVE_INFINITY;
      let at = -1;
      for (let index = 0; index + 1 < parts.length; index++) {
        const rank = ranks.get(`${parts[index]}${parts[index + 1]}`) ?? Number.POSITIVE_INFINITY;
        if (rank < best) {
          best = rank;
          at = index;
        }
      }
      if (at < 0) return parts.length;
      parts.splice(at, 2, `${parts[at]}${parts[at + 1]}`);
    }
  };
  return (text: string): number =>
    (text.match(pieces) ?? []).reduce((sum, piece) => sum + countPiece(piece), 0);
}

/** Each line of a rank file is a token in base64 and its rank. */
function rankFile(name: string): ReadonlyMap<string, number> {
  const path = createRequire(import.meta.url).resolve(`gpt-tokenizer/data/${name}.tiktoken`);
  const ranks = new Map<string, number>();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [token, rank] = line.split(' ');
    if (token !== undefined && rank !== undefined) {
      ranks.set(Buffer.from(token, 'base64').toString('hex'), Number(rank));
    }
  }
  return ranks;
}

/** Published rank of each token, by its bytes in hexadecimal. */
export const RANKS: Readonly<Record<Encoding, ReadonlyMap<string, number>>> = {
  o200k_base: rankFile('o200k_base'),
  cl100k_base: rankFile('cl100k_base'),
  claude: new Map([
    ...Object.entries(stringEncoder).map(
      ([token, rank]) => [Buffer.from(token, 'utf8').toString('hex'), rank] as const,
    ),
    ...binaryEncoder.map(([token, rank]) => [Buffer.from(token).toString('hex'), rank] as const),
  ]),
};

/** Counts by definition. */
export const REFERENCE: Readonly<Record<Encoding, (text: string) => number>> = {
  o200k_base: defineReference(O200K_TOKEN_SPLIT_REGEX, RANKS.o200k_base),
  cl100k_base: defineReference(CL100K_TOKEN_SPLIT_REGEX, RANKS.cl100k_base),
  claude: defineReference(new RegExp(pat_str, 'gu'), RANKS.claude),
};
