import { toHex } from '../../shared/offload/handle.ts';
import { MAX_COUNTED_BYTES } from './limits.ts';

const LINE_FEED = 0x0a;

/** What a body is, found while it passes by. */
export interface Measured {
  readonly sha256: string;
  readonly bytes: number;
  /** Null when the bytes are not UTF-8. */
  readonly lines: number | null;
  readonly tokens: number | null;
  readonly tokensEstimated: boolean;
}

/**
 * Hashes, counts and checks a body chunk by chunk, keeping only the start that tokens are counted on.
 * Call `update` for each chunk in order, then `finish` once.
 */
export class Measure {
  bytes = 0;
  #lineFeeds = 0;
  #lastByte = LINE_FEED;
  #isText = true;
  readonly #sample: Uint8Array[] = [];
  #sampleBytes = 0;
  readonly #digest = new crypto.DigestStream('SHA-256');
  readonly #hasher = this.#digest.getWriter();
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  /** Takes the next chunk. */
  async update(chunk: Uint8Array): Promise<void> {
    this.bytes += chunk.length;
    for (const byte of chunk) if (byte === LINE_FEED) this.#lineFeeds += 1;
    this.#lastByte = chunk.at(-1) ?? this.#lastByte;
    this.#isText &&= this.#decodes(chunk, true);
    if (this.#sampleBytes < MAX_COUNTED_BYTES) {
      const part = chunk.slice(0, MAX_COUNTED_BYTES - this.#sampleBytes);
      this.#sample.push(part);
      this.#sampleBytes += part.length;
    }
    await this.#hasher.write(chunk);
  }

  /** The result. `count` is asked once, for the first megabyte at most; empty content has 0 lines. */
  async finish(count: (text: string) => Promise<number>): Promise<Measured> {
    await this.#hasher.close();
    const sha256 = toHex(new Uint8Array(await this.#digest.digest));
    const isText = this.#isText && this.#decodes(new Uint8Array(), false);
    if (!isText) {
      return { sha256, bytes: this.bytes, lines: null, tokens: null, tokensEstimated: false };
    }
    const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
    // Streaming mode holds back a character that the end of the sample cuts.
    const text = this.#sample.map((part) => decoder.decode(part, { stream: true })).join('');
    const sampled = await count(text);
    const tokensEstimated = this.bytes > this.#sampleBytes;
    return {
      sha256,
      bytes: this.bytes,
      lines: this.#lineFeeds + (this.#lastByte === LINE_FEED ? 0 : 1),
      tokens: tokensEstimated ? Math.round((sampled * this.bytes) / this.#sampleBytes) : sampled,
      tokensEstimated,
    };
  }

  #decodes(chunk: Uint8Array, stream: boolean): boolean {
    try {
      this.#decoder.decode(chunk, { stream });
      return true;
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }
  }
}
