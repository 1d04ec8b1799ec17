import { expect, test } from 'vitest';
import { livelyContext } from './bad-input/lively-context.ts';
import { withTurns } from './bad-input/turns.ts';
import { askRest } from './rest/ask-rest.ts';

const squares = 'services/Sample/MapServer/3/query';

/** Return a polygon around the second square whose JSON has about this many characters. */
function polygon(characters: number): string {
  const vertices = Math.floor((characters - 30) / 23);
  const ring = Array.from({ length: vertices }, (_, i) => {
    const turn = (-2 * Math.PI * (i % (vertices - 1))) / (vertices - 1);
    return `[${(20 + 66 * Math.cos(turn)).toFixed(5).padStart(9, ' ')},${(66 * Math.sin(turn)).toFixed(5)}]`;
  });
  return `{"rings":[[${ring.join(',')}]]}`;
}

const form = (parameters: Readonly<Record<string, string>>) => new URLSearchParams({ f: 'json', ...parameters });

/**
 * Number of 64 KiB pieces read from a body: at most 8 MiB, plus the piece that exceeds the limit and one that is
 * queued.
 */
const maxPieces = 130;

test.each([
  [
    'a shape as large as a parameter may be',
    () => form({ geometry: polygon(1_900_000), returnCountOnly: 'true' }),
    { count: 1 },
    { reads: 10, pauses: 1, pieces: 29 },
  ],
  [
    'text that is no JSON',
    () => form({ geometry: `{${'"a":[1,2],'.repeat(190_000)}` }),
    { error: expect.objectContaining({ message: expect.stringMatching(/^geometry: expected x,y or xmin/) }) },
    { reads: 0, pauses: 0, pieces: 29 },
  ],
  [
    'a parameter that is larger',
    () => form({ geometry: polygon(2_300_000) }),
    {
      error: expect.objectContaining({
        code: 413,
        message: expect.stringMatching(/^geometry: expected at most 2000000 characters, found 2\d+/),
      }),
    },
    { reads: 0, pauses: 0, pieces: 35 },
  ],
  [
    'a form of 60 MB',
    () => form({ geometry: 'x'.repeat(60_000_000) }),
    { error: expect.objectContaining({ code: 413, message: 'Body: expected at most 8388608 bytes, found more.' }) },
    { reads: 0, pauses: 0, pieces: 128 },
  ],
])('others are answered while %s is read', { timeout: 300_000 }, async (_, made, expected, fewest) => {
  const body = made().toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { result, ...turns } = await withTurns(await livelyContext(), async (context, arriving) =>
    (await askRest(context, squares, {}, { method: 'POST', headers, ...arriving(body) })).json(),
  );
  expect(result).toEqual(expected);
  for (const name of ['reads', 'pauses', 'pieces'] as const)
    expect(turns[name], name).toBeGreaterThanOrEqual(fewest[name]);
  expect(turns.pieces).toBeLessThanOrEqual(maxPieces);
});
