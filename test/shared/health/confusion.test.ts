import { describe, expect, test } from 'vitest';
import { confusion } from '../../../shared/health/confusion.ts';
import type { InspectedTool } from '../../../shared/health/detector.ts';
import { detectorContract, inspected, inspection } from '../../support/detector-contract.ts';

const ORDER =
  'Order of a blue cotton shirt, size medium, delivered by parcel service to the home address';
const copies = [1, 2, 3].map((n) =>
  inspected({ id: `order-${n}`, kind: 'record', text: `${ORDER} ${n}` }),
);
const others = [
  'Refunds take ten days.',
  'Vouchers are not paid out.',
  'The shop opens at nine.',
].map((text, index) => inspected({ id: `other-${index}`, text }));

function tool(name: string, description: string, tokens = 10): InspectedTool {
  return { name, description, definition: { name, description }, tokens };
}

function tools(count: number): readonly InspectedTool[] {
  return Array.from({ length: count }, (_, n) => tool(`tool-${n}`, `does ${n}`));
}

detectorContract(
  confusion,
  inspection(copies, { tools: tools(13), tokens: { total: 100, tools: 90 } }),
);

async function reasons(window: Parameters<typeof confusion.detect>[0]): Promise<readonly string[]> {
  const findings = await confusion.detect(window);
  for (const finding of findings) expect(finding.action).toBe('flag');
  return findings.map((finding) => finding.reason);
}

describe('confusion', () => {
  test('detect() flags and names near-copies when they are more than half', async () => {
    const [finding, ...rest] = await confusion.detect(
      inspection([...copies, ...others.slice(0, 2)]),
    );
    expect(rest).toEqual([]);
    expect(finding?.chunkIds).toEqual(['order-1', 'order-2', 'order-3']);
    expect(finding?.reason).toContain('3 of 5');
  });

  test('detect() leaves near-copies alone that are half of the texts or one pair', async () => {
    expect(await reasons(inspection([...copies, ...others]))).toEqual([]);
    expect(await reasons(inspection(copies.slice(0, 2)))).toEqual([]);
  });

  test('detect() counts no pinned chunks and no turns of the conversation', async () => {
    const pinned = copies.map((chunk) => ({ ...chunk, pinned: true }));
    const turns = copies.map((chunk) => ({ ...chunk, kind: 'history' as const }));
    expect(await reasons(inspection([...pinned, ...turns]))).toEqual([]);
  });

  test('detect() flags more than twelve tools, not twelve', async () => {
    expect(await reasons(inspection([], { tools: tools(12) }))).toEqual([]);
    expect(await reasons(inspection([], { tools: tools(13) }))).toEqual([
      '13 tools are offered, above 12',
    ]);
  });

  test('detect() flags tool schemas above 40 % of the window, not 40 %', async () => {
    expect(await reasons(inspection([], { tokens: { total: 100, tools: 40 } }))).toEqual([]);
    expect(await reasons(inspection([], { tokens: { total: 100, tools: 41 } }))).toHaveLength(1);
    expect(await reasons(inspection([], { tokens: { total: 0, tools: 0 } }))).toEqual([]);
  });

  test('detect() names tools whose descriptions overlap', async () => {
    const found = await reasons(
      inspection([], {
        tools: [
          tool('find_user', 'Finds a user by name or email and returns the profile'),
          tool('get_weather', 'Gives the weather forecast of a city for the next days'),
          tool('search_user', 'Finds a user by email or name and returns the full profile'),
        ],
      }),
    );
    expect(found).toEqual(['Descriptions of tools overlap: find_user and search_user']);
  });

  test('detect() stays fast and short with thousands of equal descriptions', async () => {
    const many = Array.from({ length: 5000 }, (_, n) =>
      tool(`t${n}`, 'Finds a user by name or email'),
    );
    const found = await reasons(inspection([], { tools: many }));
    expect(found[1]?.length).toBeLessThan(300);
  });
});
