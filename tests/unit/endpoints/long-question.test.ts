import { afterEach, expect, test, vi } from 'vitest';
import { polygonXml, samplePost, squaresWhere } from './sample-post.ts';

afterEach(() => vi.restoreAllMocks());

/** Build a query for the squares inside a comb-shaped polygon with this many teeth. */
function combQuery(teeth: number): string {
  const points: [string, number][] = [['-90', -60]];
  for (let i = 0; i < teeth; i++)
    points.push([(-90 + (180 * i) / teeth).toFixed(5), 60], [(-90 + (180 * i + 90) / teeth).toFixed(5), -50]);
  return squaresWhere(polygonXml('FilterGeometry', [[...points, ['90', -60]]]), 'Contains');
}

test('a small request is answered before a large question that came first', async () => {
  const ask = await samplePost();
  const order: string[] = [];
  const large = ask('QueryFeatureCount', combQuery(60_000)).then((text) => {
    order.push('large');
    return text;
  });
  for (let i = 0; i < 5; i++) {
    expect(await ask('GetMapCount', '')).toContain('<Result>3</Result>');
    order.push('small');
  }
  expect(await large).toMatch(/Result>\d|too-complex/);
  expect(order).toEqual(['small', 'small', 'small', 'small', 'small', 'large']);
});

test('a question that takes longer than its budget ends in a fault that says so', async () => {
  let yields = 0;
  let lastYield = Number.POSITIVE_INFINITY;
  let budget = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    budget = new AbortController();
    return budget.signal;
  });
  let clock = 0;
  const ask = await samplePost({
    now: () => {
      clock += 20;
      return clock;
    },
    yieldNow: async () => {
      if (++yields === lastYield) budget.abort();
    },
  });
  const countYields = async (): Promise<number> => {
    yields = 0;
    expect(await ask('QueryFeatureCount', combQuery(2000))).toMatch(/Result>\d/);
    return yields;
  };
  // The first run opens the table, so only the steps of later runs are equal.
  await countYields();
  const all = await countYields();
  expect(timeout).toHaveBeenLastCalledWith(20_000);
  for (const [position, point] of [
    [1, 'Envelope'],
    [all - 5, 'QueryFeatureCount'],
  ] as const) {
    yields = 0;
    lastYield = position;
    const text = await ask('QueryFeatureCount', combQuery(2000));
    expect(text).toContain('<tns:Code>too-complex</tns:Code>');
    expect(text).toContain(`${point}: the operation didn't finish within 20 s`);
    expect(yields).toBe(position);
  }
});
