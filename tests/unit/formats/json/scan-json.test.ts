import { expect, it } from 'vitest';
import { scanJson } from '../../../../sw/formats/geojson/geojson.ts';
import type { FlatCoordinates } from '../../../../sw/formats/geojson/read-coordinates.ts';
import { diagnosticText } from '../../../../sw/formats/reading/diagnostic.ts';

/** Scan a text in pieces of this many bytes; returns the features with their lines, then roots, then the errors. */
function scanText(text: string, pieceBytes: number): unknown[] {
  const results: unknown[] = [];
  const item = (value: unknown, line: number, coordinates?: FlatCoordinates) => {
    const { geometry, ...rest } = value as { geometry: object };
    const whole = coordinates ? { ...rest, geometry: { ...geometry, coordinates: coordinates.nested() } } : value;
    results.push(['feature', whole, line]);
  };
  const root = (value: unknown, line: number) => results.push(['root', value, line]);
  const bytes = new TextEncoder().encode(text);
  try {
    const scanner = scanJson('a.geojson', { item, root });
    for (let offset = 0; offset < bytes.length; offset += pieceBytes)
      scanner.push(bytes.subarray(offset, offset + pieceBytes));
    scanner.end();
  } catch (error) {
    results.push(['fault', diagnosticText((error as { diagnostic: Parameters<typeof diagnosticText>[0] }).diagnostic)]);
  }
  return results;
}

function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((((state ^ (state >>> 13)) >>> 0) / 2 ** 32) * below);
  };
}

const texts = [
  'plain',
  '},{"type":"Feature"}',
  ',{"type":"Feature","properties":',
  'ä😀',
  'a\nb',
  '\\"]}',
  '"features":[',
  '',
];

function randomCollection(next: (below: number) => number): object {
  const value = (depth: number): unknown => {
    const kind = next(depth > 2 ? 4 : 6);
    if (kind === 0) return texts[next(texts.length)];
    if (kind === 1) return next(1000) / 8;
    if (kind === 2) return next(2) === 0;
    if (kind === 3) return null;
    const members = Array.from({ length: next(4) }, () => value(depth + 1));
    if (kind === 4) return members;
    return Object.fromEntries(members.map((member, i) => [['type', 'features', 'k'][i % 3], member]));
  };
  const features = Array.from({ length: next(40) }, () => ({
    type: 'Feature',
    properties: value(0),
    geometry:
      next(9) === 0
        ? null
        : {
            type: 'LineString',
            coordinates: [
              [next(360) - 180, next(180) / 7],
              [1e-7, -0.5],
            ],
          },
  }));
  return { type: 'FeatureCollection', name: value(0), features, more: value(0) };
}

/** Common layouts of writers: no spaces, one feature per line, and everything over many lines. */
const writers = [
  (collection: object) => JSON.stringify(collection),
  (collection: object) => JSON.stringify(collection).replaceAll(/,(?=\{"type":"Feature","properties":(?!$))/g, ',\n'),
  (collection: object) => JSON.stringify(collection, null, 1),
];

it('finds the features that JSON.parse finds, whether many are parsed at once or each for itself', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const next = randomNumbers(seed);
    const collection = randomCollection(next);
    const text = writers[seed % 3]!(collection);
    let whole: { features: object[] };
    try {
      whole = JSON.parse(text);
    } catch {
      // The text has a line break within a string, so compare only two piece sizes.
      expect(scanText(text, 1 << 22), `seed ${seed}`).toEqual(scanText(text, 24));
      continue;
    }
    const actual = scanText(text, 1 << 22);
    expect(
      actual.filter((item) => (item as unknown[])[0] === 'feature').map((entry) => (entry as unknown[])[1]),
      `seed ${seed}`,
    ).toEqual(whole.features);
    expect(actual, `seed ${seed}`).toEqual(scanText(text, 24));
  }
});

it('says the same of spoiled text, whether many features are parsed at once or each for itself', () => {
  for (let seed = 1; seed <= 600; seed++) {
    const next = randomNumbers(seed);
    const text = writers[seed % 2]!(randomCollection(next));
    const position = next(text.length);
    const spoiled = [
      text.slice(0, position) + text.slice(position + 1),
      text.slice(0, position),
      `${text.slice(0, position)}${'{}[],":x0'[next(9)]}${text.slice(position)}`,
      text.replace(/"Feature"/, '"Feature" '),
    ][seed % 4]!;
    expect(scanText(spoiled, 1 << 22), `seed ${seed}: ${spoiled}`).toEqual(scanText(spoiled, 24));
  }
});
