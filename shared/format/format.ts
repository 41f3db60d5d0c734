import { isInstruction } from '../fit/strategy.ts';
import type { Fitted, Formatted, Item, Piece } from '../stages.ts';
import { INSTRUCTION_JOIN } from './sizer.ts';
import { DATA_LINE, wrap } from './wrap.ts';

/**
 * Renders what was kept: instructions raw, in one text with the line that says what context blocks
 * are; everything else that is not conversation wrapped with its provenance.
 */
export function format(
  fitted: Fitted,
  options: {
    /** Tokens of a text as it stands in a message. */
    readonly count: (text: string) => number;
    readonly dataLine: boolean;
  },
): Formatted {
  const instructions = fitted.items.filter((item) => isInstruction(item.candidate));
  const rest = fitted.items.filter((item) => !isInstruction(item.candidate));
  const task = rest.filter((item) => item.candidate.kind === 'task');
  const history = rest.filter((item) => item.candidate.kind === 'history' && item.group !== null);
  const wrapped = rest.filter((item) => item.group === null && item.candidate.kind !== 'task');
  return {
    stage: 'formatted',
    instructions: {
      text: instructionText(instructions, options.dataLine),
      items: instructions,
      dataLine: options.dataLine ? DATA_LINE : null,
    },
    pieces: wrapped.map((item) => piece(item, options.count)),
    historyMarker: fitted.historyMarker,
    history,
    task,
  };
}

/** System texts first, then policies, each in order of arrival, then the data line. */
function instructionText(items: readonly Item[], dataLine: boolean): string {
  const texts = ['system', 'policy'].flatMap((kind) =>
    items.filter((item) => item.candidate.kind === kind).map((item) => item.text),
  );
  if (dataLine) texts.push(DATA_LINE);
  return texts.filter((text) => text !== '').join(INSTRUCTION_JOIN);
}

function piece(item: Item, count: (text: string) => number): Piece {
  const handle = item.showsHandle ? (item.handles[0] ?? null) : null;
  const text = wrap(item.candidate, item.text, handle);
  return { item, text, tokens: count(text) };
}
