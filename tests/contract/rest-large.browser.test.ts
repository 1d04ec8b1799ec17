import { expect, test } from 'vitest';
import { livelyContext, ping } from './bad-input/lively-context.ts';
import { withTurns } from './bad-input/turns.ts';
import { askRest } from './rest/ask-rest.ts';

const squares = 'services/Sample/MapServer/3/query';

/** A polygon around the second square whose JSON has about so many characters. */
function polygon(characters: number): string {
  const vertices = Math.floor((characters - 30) / 23);
  const ring = Array.from({ length: vertices }, (_, i) => {
    const turn = (-2 * Math.PI * (i % (vertices - 1))) / (vertices - 1);
    return `[${(20 + 66 * Math.cos(turn)).toFixed(5).padStart(9, ' ')},${(66 * Math.sin(turn)).toFixed(5)}]`;
  });
  return `{"rings":[[${ring.join(',')}]]}`;
}

const form = (parameters: Readonly<Record<string, string>>) => new URLSearchParams({ f: 'json', ...parameters });

test.each([
  [
    'a shape as large as a parameter may be',
    () => form({ geometry: polygon(1_900_000), returnCountOnly: 'true' }),
    { count: 1 },
    100,
  ],
  [
    'text that is no JSON',
    () => form({ geometry: `{${'"a":[1,2],'.repeat(190_000)}` }),
    { error: expect.objectContaining({ message: expect.stringMatching(/^geometry: x,y, or/) }) },
    10,
  ],
  [
    'a parameter that is larger',
    () => form({ geometry: polygon(2_300_000) }),
    {
      error: expect.objectContaining({
        code: 413,
        message: expect.stringMatching(/^geometry: at most 2000000 characters expected, 2\d+ found/),
      }),
    },
    10,
  ],
  [
    'a form of 60 MB',
    () => form({ geometry: 'x'.repeat(60_000_000) }),
    { error: expect.objectContaining({ code: 413, message: 'Body: at most 8388608 bytes expected, more found.' }) },
    10,
  ],
])('others are answered while %s is read', { timeout: 300_000 }, async (_, made, expected, minTurns) => {
  const context = await livelyContext();
  const body = made().toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const blob = new Blob([body]);
  const { result, turns } = await withTurns(ping(context), async () =>
    (await askRest(context, squares, {}, { method: 'POST', headers, body: blob })).json(),
  );
  expect(result).toEqual(expected);
  expect(turns).toBeGreaterThan(minTurns);
});
