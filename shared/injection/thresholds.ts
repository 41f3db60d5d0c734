import type { Channel } from './types.ts';

/** Log-odds of a unit from which something is done; `act` is infinite where nothing is ever taken out. */
interface Threshold {
  readonly act: number;
  readonly mark: number;
}

/**
 * By channel, chosen on development data (the held-out carriers of the training corpus, clean carriers
 * of public data): `act` at 1 % of clean texts or less, `mark` at 5 %. People ask each other things in
 * mails, so there nothing is taken out unless it is as sure as can be.
 */
export const THRESHOLDS: Readonly<Record<Channel, Threshold>> = {
  tool_result: { act: 2.2, mark: 1.2 },
  doc: { act: 1.3, mark: 0.9 },
  email: { act: 3.5, mark: 1.5 },
  instructions: { act: 3.2, mark: 1.6 },
};
