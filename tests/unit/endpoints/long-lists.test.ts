import { afterEach, describe, expect, test, vi } from 'vitest';
import { listDescribedLayers } from '../../../sw/handlers/visible-layers.ts';
import { sampleService } from '../../contract/sample-service.ts';
import { samplePost } from './sample-post.ts';

afterEach(() => vi.restoreAllMocks());

const count = 200_000;
const description =
  '<MapDescription><Name>Layers</Name><MapArea xsi:type="t:MapExtent"><Extent xsi:type="t:EnvelopeN"><XMin>-180</XMin><YMin>-90</YMin><XMax>180</XMax><YMax>90</YMax></Extent></MapArea><Rotation>0</Rotation></MapDescription><MapImageDisplay><ImageHeight>180</ImageHeight><ImageWidth>360</ImageWidth><ImageDPI>96</ImageDPI></MapImageDisplay>';
const ints = (name: string): string => `<${name}>${'<Int>90</Int>'.repeat(count)}</${name}>`;
const layerIds = (ids: string): string => `<MapName>Layers</MapName><LayerIDs>${ids}</LayerIDs>`;
const points = `<HasID>false</HasID><HasZ>false</HasZ><HasM>false</HasM><PointArray>${'<Point xsi:type="t:PointN"><X>1</X><Y>2</Y></Point>'.repeat(count / 4)}</PointArray>`;
const prefixes = Array.from({ length: 250 }, (_, i) => `xmlns:p${i}="u${i}"`).join(' ');

/** Make an ask function whose clock advances 20 ms per call, so that work yields at every opportunity. */
async function yieldingAsk(): Promise<(operation: string, content: string) => Promise<[text: string, steps: number]>> {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  let clock = 0;
  let steps = 0;
  const now = () => {
    clock += 20;
    return clock;
  };
  const ask = await samplePost({ now, yieldNow: async () => void steps++ });
  return async (operation, content) => {
    steps = 0;
    return [await ask(operation, content), steps];
  };
}

// Steps for reading and decoding are measured by sending the same message to an operation that ignores it.
describe('lists are answered in steps', { timeout: 120_000 }, () => {
  test.each([
    ['ToMapPoints', description + ints('ScreenXValues') + ints('ScreenYValues'), /<Y>/g, count, 400_000],
    [
      'FromMapPoints',
      `${description}<MapPoints xsi:type="t:MultipointN">${points}</MapPoints>`,
      /<Int>/g,
      count / 2,
      150_000,
    ],
    [
      'QueryHTMLPopups',
      `<MapName>Layers</MapName><TableID>3</TableID><RowIDs>${'<Int>1</Int>'.repeat(count)}</RowIDs>`,
      /<String/g,
      count,
      200_000,
    ],
  ])('%s', async (operation, content, item, items, fewest) => {
    const ask = await yieldingAsk();
    const [text, steps] = await ask(operation, content);
    expect([...text.matchAll(item)].length, text.slice(0, 1000)).toBe(items);
    const [, reading] = await ask('GetMapCount', content);
    expect(steps - reading).toBeGreaterThan(fewest / 2);
  });

  test.each([
    ['references', '&amp;'.repeat(1_000_000), 150],
    ['line ends', '\r\n'.repeat(2_000_000), 120],
    ['elements', '<a/>'.repeat(200_000), 180],
    ['elements with 250 prefixes in scope', `<a ${prefixes}>${'<b xmlns:q="x" q:c="1"/>'.repeat(100_000)}</a>`, 280],
  ])('%s of a message', async (_, content, fewest) => {
    const ask = await yieldingAsk();
    const [text, steps] = await ask('GetMapCount', `<x>${content}</x>`);
    expect(text).toContain('<Result>3</Result>');
    expect(steps).toBeGreaterThan(fewest);
  });
});

test('a layer that is named again and again has one legend and one drawing', async () => {
  const ask = await samplePost();
  const ids = '<Int>1</Int><Int>3</Int>'.repeat(count / 2);
  const text = await ask('GetDefaultLayerDrawingDescriptions', layerIds(ids));
  expect([...text.matchAll(/<SourceLayerID>(\d+)/g)].map(([, id]) => id)).toEqual(
    [
      ...(await ask('GetDefaultLayerDrawingDescriptions', layerIds('<Int>1</Int><Int>3</Int>'))).matchAll(
        /<SourceLayerID>(\d+)/g,
      ),
    ].map(([, id]) => id),
  );
});

describe('too much is refused with its path', () => {
  test.each([
    [
      'a list',
      'GetLegendInfo',
      layerIds('<Int>1</Int>'.repeat(1_000_001)),
      'too-large',
      'GetLegendInfo.LayerIDs: expected at most 1000000 items, found 1000001',
    ],
    [
      'an attribute',
      'GetMapCount',
      `<a b="${'x'.repeat(70_000)}"/>`,
      'bad-xml',
      'expected at most 65536 characters in attribute b',
    ],
    [
      'elements of one value',
      'GetMapName',
      '<a/>'.repeat(1001),
      'bad-value',
      'GetMapName: expected at most 1000 elements, found 1001',
    ],
  ])('%s', { timeout: 120_000 }, async (_, operation, content, code, message) => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    const ask = await samplePost();
    const text = await ask(operation, content);
    expect(text.slice(0, 2000)).toContain(message);
    expect(text).toContain(`<tns:Code>${code}</tns:Code>`);
  });
});

test('a request describes at most 1,000 layers', () => {
  const [map] = sampleService().definition.maps;
  const LayerDescriptions = new Array(1001).fill({ LayerID: 3 });
  const describe = () => listDescribedLayers(map!, { LayerDescriptions } as never, {} as never);
  expect(describe).toThrow('MapDescription.LayerDescriptions: expected at most 1000 layers, found 1001');
});
