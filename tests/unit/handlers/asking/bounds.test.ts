import { expect, test } from 'vitest';
import { countAddedVertices, densify } from '../../../../sw/geometry/generalize.ts';
import { runAtOnce } from '../../../../sw/scheduler.ts';
import { ask, filter } from './ask-sample.ts';

const plots = (
  length: string,
) => `<MapName>Related</MapName><MapTableDescription xsi:type="t:LayerDescription"><LayerID>2</LayerID
  ><Visible>true</Visible><ShowLabels>false</ShowLabels><ScaleSymbols>false</ScaleSymbols><SetSelectionSymbol>false</SetSelectionSymbol
  ><SelectionBufferDistance>0</SelectionBufferDistance><ShowSelectionBuffer>false</ShowSelectionBuffer><LayerResultOptions
  ><GeometryResultOptions><DensifyGeometries>true</DensifyGeometries><MaximumSegmentLength>${length}</MaximumSegmentLength
  ></GeometryResultOptions></LayerResultOptions></MapTableDescription>${filter('')}
  <QueryResultOptions><Format>gisQueryResultRecordSetAsObject</Format></QueryResultOptions>`;

test.each(['1e-9', '1e-300', '0.0004'])(
  'segments of %s would make an answer without bounds and are refused',
  async (length) => {
    expect(await ask('QueryData', plots(length))).toMatch(
      'MaximumSegmentLength: expected a length that adds at most 250000 vertices',
    );
  },
);

test('segments of a length that does are answered, one by one as they are counted', async () => {
  // The edges of the three squares are 20, 20 and 10 long.
  const xml = await ask('QueryData', plots('0.001'));
  expect(xml.match(/<Point /g)).toHaveLength(4 * (20_000 + 20_000 + 10_000) + 3);
  for (const length of [0.3, 1, 7, 100]) {
    const path = Float64Array.of(0, 0, 3, 4, 3, 4, 10, 4, -2, -1.5);
    expect(countAddedVertices(path, length)).toBe((runAtOnce(densify(path, length)).length - path.length) / 2);
  }
});

test('files that are asked for again and again do not fill the memory', async () => {
  const ids = '<Int>1</Int>'.repeat(300_000);
  const content = `<MapName>Related</MapName><TableID>1</TableID><AttachmentIDs>${ids}</AttachmentIDs>`;
  expect(await ask('QueryAttachmentData', content)).toMatch(
    'AttachmentIDs: expected attachments of at most 134217728 bytes',
  );
});

test('subtypes of a table are told once', async () => {
  const ids = '<TableIDs><Int>1</Int><Int>2</Int><Int>1</Int></TableIDs>';
  const xml = await ask('GetMapTableSubtypeInfos', `<MapName>Related</MapName>${ids}`);
  expect(xml.match(/<SubtypeFieldName>/g)).toHaveLength(1);
});
