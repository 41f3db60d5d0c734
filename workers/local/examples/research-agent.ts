import type { Example } from './example.ts';

const MONTHS = 240;

/** Twenty years of monthly values as an API returns them: more than the whole budget. */
function timeSeries(): string {
  const observations = Array.from({ length: MONTHS }, (_, index) => {
    const year = 2006 + Math.floor(index / 12);
    const month = String((index % 12) + 1).padStart(2, '0');
    const season = Math.sin((index / 12) * 2 * Math.PI) * 3.1;
    return { date: `${year}-${month}-01`, ppm: Number((381 + index * 0.19 + season).toFixed(2)) };
  });
  return JSON.stringify({
    series: 'co2-monthly',
    unit: 'ppm',
    station: 'North Ridge',
    observations,
  });
}

/** A research agent whose JSON time series fills the budget. */
export const researchAgent: Example = {
  title: 'Research agent: a time series',
  watch:
    'the series leaves with a handle that says what it is; the note on the method and the question survive',
  grep: '2016-0[1-3]',
  request: {
    task: 'How did the yearly mean of CO2 at North Ridge develop from 2006 to 2025, and what explains the seasonal swing?',
    budget_tokens: 2000,
    system: 'You are a research agent. Cite the source of every figure.',
    chunks: [
      { id: 'series', kind: 'tool_result', source: 'observatory-api', text: timeSeries() },
      {
        id: 'season',
        kind: 'passage',
        source: 'handbook-of-carbon',
        text: 'The seasonal swing of CO2 in the northern hemisphere comes from plants: they take up carbon from May to September and release it in autumn and winter.',
      },
      {
        id: 'method',
        kind: 'notes',
        source: 'agent-notes',
        text: 'Yearly means: average the twelve monthly values; two months of 2016 are interpolated by the station.',
      },
    ],
  },
};
