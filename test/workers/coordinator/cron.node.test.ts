import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CRONS } from '../../../workers/coordinator/cron.ts';
import { readConfigFile } from '../../../workers/local/config-file.ts';

/** What the free plan has for a whole account. */
const MAX_CRONS = 5;

describe('CRONS', () => {
  it('are those of wrangler.toml, and few enough for every plan', () => {
    const { triggers } = readConfigFile(join(import.meta.dirname, '../../..'), 'wrangler.toml');
    expect(triggers).toEqual({ crons: CRONS });
    expect(CRONS.length).toBeLessThanOrEqual(MAX_CRONS);
  });
});
