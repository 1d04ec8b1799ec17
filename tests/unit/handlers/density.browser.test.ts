import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { beforeAll, expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import type { Value } from '../../../sw/contract/index.ts';
import { checkDefinition } from '../../../sw/service/check-definition.ts';
import { type FeatureReduction, readReductionJson, reductionText } from '../../../sw/service/feature-reduction.ts';
import { askRest, type Json, restJson } from '../../contract/rest/ask-rest.ts';
import { readImageColors } from '../../contract/rest/colors-of.ts';
import { sampleContext } from '../../contract/sample-context.ts';
import { sampleService } from '../../contract/sample-service.ts';
import { administrator } from '../portal/administrator.ts';

const origin = 'http://soapstone.test';
const neutral = 'urn:gis:schemas/3.2.0';
const arcgis = 'http://www.esri.com/schemas/ArcGIS/10.8';

const heatmap = {
  ...{ type: 'heatmap', radius: 12, maxDensity: 0.005 },
  colorStops: [
    { ratio: 0, color: [0, 0, 255, 0] },
    { ratio: 0.2, color: [0, 0, 255, 255] },
    { ratio: 1, color: [255, 255, 0, 255] },
  ],
};
const cluster = {
  ...{ type: 'cluster', clusterRadius: 200, clusterMinSize: 40, clusterMaxSize: 50, showLabels: false },
  drawingInfo: { renderer: { type: 'simple', symbol: { color: [120, 0, 120, 255] } } },
};
const symbol = (color: readonly number[]) => ({ type: 'esriSFS', style: 'esriSFSSolid', color });
const bins = {
  ...{ type: 'binning', binType: 'square', binSize: 60 },
  fields: [{ name: 'value', statisticType: 'sum', onStatisticField: 'POP' }],
  renderer: {
    type: 'classBreaks',
    classBreakInfos: [{ symbol: symbol([0, 120, 0, 255]) }, { symbol: symbol([0, 240, 0, 255]) }],
  },
};
const [town, purple, dark, light] = [...['200,0,0,255', '120,0,120,255', '0,120,0,255', '0,240,0,255']] as const;

let context: Context;

/** Three services like the sample, with towns drawn by density. */
beforeAll(async () => {
  context = await sampleContext();
  const { definition, files } = sampleService();
  for (const [name, json] of Object.entries({ Heat: heatmap, Clusters: cluster, Bins: bins })) {
    const FeatureReduction = reductionText(readReductionJson(json, name));
    const maps = definition.maps.map((map) => ({
      ...map,
      layers: map.layers.map((layer) =>
        layer.Name === 'Towns' ? { ...layer, drawing: { ...layer.drawing!, FeatureReduction } } : layer,
      ),
    }));
    await context.store.publish({ ...definition, name, maps }, files);
  }
});

const view = { bbox: '-180,-90,180,90', size: '400,200', layers: 'show:1', transparent: 'true' };
const exportTestMap = (service: string, more: object = {}) =>
  askRest(context, `services/${service}/MapServer/export`, { ...view, f: 'image', format: 'png32', ...more });
const colors = async (service: string, more: object = {}) =>
  readImageColors(await (await exportTestMap(service, more)).blob());

test('published heat maps, clusters and bins are drawn in place of the symbols', async () => {
  const heat = await colors('Heat');
  expect(heat.size).toBeGreaterThan(50);
  expect(heat).not.toContain(town);
  const clusters = await colors('Clusters');
  expect(clusters).toContain(purple);
  const classes = await colors('Bins');
  expect(classes).toContain(dark);
  expect(classes).toContain(light);
  expect(classes).not.toContain(town);
});

test('a request describes them as web maps do', async () => {
  const source = { type: 'mapLayer', mapLayerId: 1 };
  const drawWith = (drawingInfo: object) =>
    colors('Sample', { layers: undefined, dynamicLayers: [{ id: 9, source, drawingInfo }] });
  expect((await drawWith({ renderer: heatmap })).size).toBeGreaterThan(50);
  expect(await drawWith({ featureReduction: cluster })).toContain(purple);
  expect(await drawWith({ featureReduction: bins })).toContain(light);
  const wrong = { renderer: { ...heatmap, radius: 'wide' } };
  const dynamicLayers = [{ id: 9, source, drawingInfo: wrong }];
  const { error } = await restJson(context, 'services/Sample/MapServer/export', { ...view, dynamicLayers });
  expect(error.message).toMatch(/drawingInfo\.renderer\.radius: expected a number ≥ 1.*, found "wide"/);
});

test('a request with a renderer of its own draws points', async () => {
  const renderer = {
    type: 'simple',
    symbol: { ...symbol([0, 0, 0, 255]), type: 'esriSMS', style: 'esriSMSCircle', size: 9 },
  };
  const dynamicLayers = [{ id: 1, source: { type: 'mapLayer', mapLayerId: 1 }, drawingInfo: { renderer } }];
  const actual = await colors('Bins', { layers: undefined, dynamicLayers });
  expect(actual).toContain('0,0,0,255');
  expect(actual).not.toContain(light);
});

test.each(['png8', 'png24', 'jpg', 'gif', 'bmp', 'pdf', 'svg', 'emf', 'ps'])(
  'they are exported as %s',
  async (format) => {
    for (const service of ['Heat', 'Clusters', 'Bins']) {
      const response = await exportTestMap(service, { format });
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(300);
    }
  },
);

test('the REST interface says how a layer is drawn', async () => {
  const drawingInfo = async (service: string) =>
    (await restJson(context, `services/${service}/MapServer/1`, {})).drawingInfo as Json;
  expect((await drawingInfo('Heat')).renderer).toMatchObject(heatmap);
  expect((await drawingInfo('Clusters')).featureReduction).toMatchObject(cluster);
  expect(await drawingInfo('Bins')).toMatchObject({ renderer: { type: 'simple' }, featureReduction: bins });
});

async function soap(service: string, operation: string, inner: string, namespace = neutral): Promise<string> {
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="${namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Body><t:${operation}>${inner}</t:${operation}></s:Body></s:Envelope>`;
  const headers = { 'content-type': 'text/xml; charset=utf-8' };
  const response = await answer(
    context,
    new Request(`${origin}/services/${service}/MapServer`, { method: 'POST', headers, body }),
  );
  return response!.text();
}

test('clients of the neutral namespace get the extension, others see the contract alone', async () => {
  const inner = '<MapName>Layers</MapName><LayerIDs><Int>1</Int></LayerIDs><SymbolOutputOptions/>';
  const ask = (namespace: string) => soap('Bins', 'GetDefaultLayerDrawingDescriptions', inner, namespace);
  expect(await ask(neutral)).toMatch(/<SourceLayerID>1<\/SourceLayerID><FeatureReduction>\{.*binning/);
  expect(await ask(arcgis)).toMatch(/<SourceLayerID>1<\/SourceLayerID><\/LayerDrawingDescription>/);
});

const patch =
  '<LegendPatch><Width>18</Width><Height>14</Height><ImageDPI>96</ImageDPI></LegendPatch><ImageType><ImageFormat>gisImagePNG32</ImageFormat><ImageReturnType>gisImageReturnMimeData</ImageReturnType></ImageType>';
const labels = (xml: string): string[] => [...xml.matchAll(/<Label>(.*?)<\/Label>/g)].map(([, label]) => label!);

test('legends: a ramp between low and high, circles with counts, classes with ranges', async () => {
  const publishService = async (service: string) =>
    labels(await soap(service, 'GetLegendInfo', `<MapName>Layers</MapName><LayerIDs><Int>1</Int></LayerIDs>${patch}`));
  expect(await publishService('Heat')).toEqual(['High', '', '', '', 'Low']);
  expect(await publishService('Clusters')).toEqual(['2']);
  // Without a view, the classes are those of the map's default view.
  const ranges = ['100 – 2000', '2000 – 30\u202f000'];
  expect(await publishService('Bins')).toEqual(ranges);
  const extent =
    '<MapArea xsi:type="t:MapExtent"><Extent xsi:type="t:EnvelopeN"><XMin>-180</XMin><YMin>-90</YMin><XMax>180</XMax><YMax>90</YMax></Extent></MapArea>';
  const display = '<ImageHeight>200</ImageHeight><ImageWidth>400</ImageWidth><ImageDPI>96</ImageDPI>';
  const shown = (service: string) =>
    soap(
      service,
      'GetLegendInfo2',
      `<MapDescription><Name>Layers</Name><Rotation>0</Rotation>${extent}</MapDescription><MapImageDisplay>${display}</MapImageDisplay><LayerIDs><Int>1</Int></LayerIDs>${patch}`,
    ).then((xml) => {
      expect(xml).not.toContain('Fault');
      return labels(xml);
    });
  // Three of the layer's visible towns have a population, each in a separate bin.
  expect(await shown('Bins')).toEqual(ranges);
  expect(await shown('Clusters')).toEqual(['2']);
  const { layers } = await restJson(context, 'services/Bins/MapServer/legend', {});
  const towns = layers.find(({ layerId }: Json) => layerId === 1);
  expect(towns.legend.map(({ label }: Json) => label)).toEqual(ranges);
  const query = 'service=WMS&version=1.1.1&request=GetLegendGraphic&layer=Towns&format=image/png';
  const graphic = await answer(context, new Request(`${origin}/services/Bins/MapServer/WMSServer?${query}`));
  const painted = await readImageColors(await graphic!.blob());
  expect(painted).toContain(dark);
  expect(painted).toContain(light);
});

test('identify finds the members of a cluster where its circle is drawn, and points alone elsewhere', async () => {
  const image = await createImageBitmap(await (await exportTestMap('Clusters')).blob());
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
  canvas.drawImage(image, 0, 0);
  const actual = { circle: new Set<number>(), nothing: new Set<number>() };
  for (let y = 5; y < 200; y += 10)
    for (let x = 5; x < 400; x += 10) {
      const [red, green, blue, alpha] = canvas.getImageData(x, y, 1, 1).data;
      const seen = `${red},${green},${blue},${alpha}` === purple ? 'circle' : alpha === 0 ? 'nothing' : undefined;
      if (!seen || actual[seen].size > 3) continue;
      const { results } = await restJson(context, 'services/Clusters/MapServer/identify', {
        ...{
          geometry: `${(x + 0.5) * 0.9 - 180},${90 - (y + 0.5) * 0.9}`,
          geometryType: 'esriGeometryPoint',
          sr: 4326,
        },
        ...{ layers: 'visible:1', tolerance: 0, mapExtent: view.bbox, imageDisplay: '400,200,96' },
      });
      actual[seen].add(results.length);
    }
  // One cluster of the four towns that pass the layer's filter.
  expect([...actual.circle]).toEqual([4]);
  expect([...actual.nothing]).toEqual([0]);
});

test('a saved map has a density of its own, also after a backup and its restoration', async () => {
  const ask = async (method: string, path: string, body?: BodyInit) => {
    const init = { method, headers: await administrator(context), ...(body ? { body } : {}) };
    const response = (await answer(context, new Request(`${context.origin}/${path}`, init)))!;
    expect(response.ok).toBe(true);
    return response;
  };
  const FeatureReduction = reductionText(readReductionJson(cluster, 'map'));
  const layer = { service: 'Sample', layer: 1, name: 'Towns', title: 'Towns', visible: true, labels: true };
  const map = {
    ...{ version: 0, title: 'Dense', description: '', extent: [-180, -90, 180, 90] },
    ...{ reference: { type: 'GeographicCoordinateSystem', WKID: 4326 }, background: { kind: 'none' } },
    layers: [
      { ...layer, opacity: 100, filter: '', drawing: { type: 'FeatureLayerDrawingDescription', FeatureReduction } },
    ],
  };
  await ask('PUT', 'admin/maps/densemap', JSON.stringify(map));
  const draw = () => colors('~densemap', { layers: 'show:0' });
  expect(await draw()).toContain(purple);
  const file = await (await ask('GET', 'admin/backup')).blob();
  await ask('DELETE', 'admin/maps/densemap');
  await ask('POST', 'admin/restore', file);
  expect(await draw()).toContain(purple);
});

test('WMS draws them', async () => {
  const query =
    'service=WMS&version=1.1.1&request=GetMap&layers=Towns&styles=&format=image/png&transparent=true&srs=EPSG:4326&bbox=-180,-90,180,90&width=400&height=200';
  const ask = async (service: string) =>
    readImageColors(
      await (await answer(context, new Request(`${origin}/services/${service}/MapServer/WMSServer?${query}`)))!.blob(),
    );
  expect(await ask('Bins')).toContain(light);
  expect(await ask('Clusters')).toContain(purple);
  expect((await ask('Heat')).size).toBeGreaterThan(50);
});

test('a style that is published must be sound', () => {
  const { definition } = sampleService();
  const [first, ...others] = definition.maps;
  const drawing = (reduction: string): Value<'FeatureLayerDrawingDescription'> => ({
    type: 'FeatureLayerDrawingDescription',
    FeatureReduction: reduction,
  });
  const publish = (reduction: string) => {
    const layers = first!.layers.map((layer) => (layer.table ? { ...layer, drawing: drawing(reduction) } : layer));
    return () => checkDefinition({ ...definition, maps: [{ ...first!, layers }, ...others] });
  };
  expect(publish('{"type":"heatmap"')).toThrow(/drawing\.FeatureReduction: expected JSON/);
  const unknown = { type: 'binning', binType: 'circle' } as unknown as FeatureReduction;
  expect(publish(JSON.stringify(unknown))).toThrow(/binType: expected hexagon or square, found "circle"/);
});

test('a style of vector tiles has a heat map, and single points for what it cannot say', async () => {
  const style = (service: string) =>
    restJson(context, `services/${service}/VectorTileServer/resources/styles/root.json`, {});
  const heat = (await style('Heat')).layers.find(({ type }: Json) => type === 'heatmap');
  expect(heat.paint['heatmap-radius']).toBe(16);
  expect(validateStyleMin({ ...(await style('Heat')), status: undefined })).toEqual([]);
  const types = (await style('Bins')).layers.map(({ type }: Json) => type);
  expect(types).toContain('circle');
  expect(types).not.toContain('heatmap');
});
