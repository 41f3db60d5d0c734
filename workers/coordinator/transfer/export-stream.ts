import type { ExportLine } from '../../../shared/contracts/memory-upkeep.ts';
import type { Failure } from '../../../shared/errors.ts';
import { ok, type Result } from '../../../shared/result.ts';

/** A page of an export; `lastSeq` is null when nothing comes after it. */
interface ExportPage {
  readonly lines: readonly ExportLine[];
  readonly lastSeq: number | null;
}

/** Reads the page after the line `afterSeq`. */
type ReadPage = (afterSeq: number) => Promise<Result<ExportPage, Failure>>;

/**
 * An export as NDJSON. The first page is read at once, so that what is wrong from the start is a failure;
 * each further one when the reader has taken the one before. A page that fails later breaks the stream
 * off with an error: an end would look like all there is. `onBreak` is told why.
 */
export async function exportStream(
  readPage: ReadPage,
  onBreak: (failure: Failure) => void,
): Promise<Result<ReadableStream<Uint8Array>, Failure>> {
  const first = await readPage(0);
  if (!first.ok) return first;
  let next: ExportPage | null = first.value;
  let afterSeq = 0;
  const read = async (): Promise<ExportPage> => {
    const page = await readPage(afterSeq);
    if (page.ok) return page.value;
    onBreak(page.error);
    throw new Error(page.error.detail);
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // A page without lines would leave the reader waiting: pull is not called again for nothing.
        for (;;) {
          const page: ExportPage = next ?? (await read());
          next = null;
          if (page.lines.length > 0) controller.enqueue(encoded(page.lines));
          if (page.lastSeq === null || page.lastSeq <= afterSeq) return controller.close();
          afterSeq = page.lastSeq;
          if (page.lines.length > 0) return undefined;
        }
      },
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  );
  return ok(stream);
}

/** Whole lines, each with its line feed. */
function encoded(lines: readonly ExportLine[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
