import { expect, test } from 'vitest';
import { answer } from '../../sw/answer.ts';
import type { OperationName } from '../../sw/contract/index.ts';
import { encodeRequest } from '../../sw/soap/encode.ts';
import { sealEnvelope } from '../../sw/soap/envelope.ts';
import { type Json, restJson } from './rest/ask-rest.ts';
import { sampleContext } from './sample-context.ts';
import { wgs84 } from './sample-parts.ts';

/** Both interfaces must give the same answers for one service. */

const MapName = 'Layers';
const rest = async (path: string, parameters: Readonly<Record<string, unknown>>): Promise<Json> =>
  restJson(await sampleContext(), `services/Sample/MapServer/${path}`, parameters);

/** Return the text of each element with this name in the answer to a message. */
async function soap(operation: OperationName, request: object, element: string): Promise<string[]> {
  const body = sealEnvelope(encodeRequest(operation, request as never), '1.1');
  const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' };
  const url = 'http://soapstone.test/services/Sample/MapServer';
  const response = (await answer(await sampleContext(), new Request(url, { method: 'POST', headers, body })))!;
  const text = await response.text();
  expect(text).not.toContain('Fault>');
  return [...text.matchAll(new RegExp(`<${element}(?: [^>]*)?>([^<]*)<`, 'g'))].map(([, actual]) => actual!);
}

const where = 'POP > 1000';
const QueryFilter = { type: 'QueryFilter', WhereClause: where, Resolution: 0 };

test('ids and counts', async () => {
  const { objectIds } = await rest('1/query', { where, returnIdsOnly: true });
  const ids = await soap('QueryFeatureIDs', { MapName, LayerID: 1, QueryFilter }, 'Int');
  expect(objectIds.length).toBeGreaterThan(0);
  expect(ids.map(Number)).toEqual(objectIds);
  const { count } = await rest('1/query', { where, returnCountOnly: true });
  expect(await soap('QueryFeatureCount', { MapName, LayerID: 1, QueryFilter }, 'Result')).toEqual([String(count)]);
});

const MapArea = { type: 'MapExtent', Extent: { type: 'EnvelopeN', XMin: -180, YMin: -90, XMax: 180, YMax: 90 } };
const MapDescription = { Name: MapName, MapArea, Rotation: 0, SpatialReference: wgs84 };
const MapImageDisplay = { ImageWidth: 360, ImageHeight: 180, ImageDPI: 96 };

test('the extent and scale of a picture', async () => {
  const drawn = await rest('export', { bbox: '-180,-90,180,90', size: '100,100' });
  const ImageType = { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnURL' };
  const ImageDisplay = { ImageWidth: 100, ImageHeight: 100, ImageDPI: 96 };
  const request = { MapDescription, ImageDescription: { ImageType, ImageDisplay } };
  const [scale] = await soap('ExportMapImage', request, 'MapScale');
  expect(drawn.scale).toBe(Number(scale));
  const [ymin] = await soap('ExportMapImage', request, 'YMin');
  expect(drawn.extent.ymin).toBe(Number(ymin));
});

test('identify', async () => {
  const geometry = { geometry: '0,0', mapExtent: '-180,-90,180,90', imageDisplay: '360,180,96', tolerance: 2 };
  const { results } = await rest('identify', { ...geometry, layers: 'all' });
  const request = {
    ...{ MapDescription, MapImageDisplay, SearchShape: { type: 'PointN', X: 0, Y: 0 }, Tolerance: 2 },
    ...{ IdentifyOption: 'gisIdentifyAllLayers', LayerIDs: [] },
  };
  const ids = await soap('Identify', request, 'LayerID');
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.map(Number)).toEqual(results.map(({ layerId }: Json) => layerId));
});

test('find', async () => {
  const { results } = await rest('find', { searchText: 'ed', layers: '1,3' });
  const request = {
    ...{ MapDescription, MapImageDisplay, SearchString: 'ed', Contains: true, SearchFields: '' },
    ...{ FindOption: 'gisFindAllLayers', LayerIDs: [1, 3] },
  };
  const values = await soap('Find', request, 'FieldName');
  expect(values.length).toBeGreaterThan(0);
  expect(values).toEqual(results.map(({ foundFieldName }: Json) => foundFieldName));
});

test('pictures of legends', async () => {
  const { layers } = await rest('legend', {});
  const request = {
    ...{ MapName, LayerIDs: [], LegendPatch: { Width: 15, Height: 15, ImageDPI: 96 } },
    ImageType: { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' },
  };
  const images = layers.flatMap(({ legend }: Json) => legend.map(({ imageData }: Json) => imageData));
  expect(images.length).toBeGreaterThan(0);
  expect(await soap('GetLegendInfo', request, 'ImageData')).toEqual(images);
});
