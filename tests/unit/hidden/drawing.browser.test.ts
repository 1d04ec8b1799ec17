import { expect, test } from 'vitest';
import type { Value } from '../../../sw/contract/index.ts';
import type { LayerDefinition } from '../../../sw/service/definition.ts';
import { encodeRequest } from '../../../sw/soap/encode.ts';
import { sealEnvelope } from '../../../sw/soap/envelope.ts';
import { createPlantedContext, send } from './planted.ts';
import { drawings } from './soap-attacks.ts';

const layer: Value<'LayerDescription'> = {
  type: 'LayerDescription',
  LayerID: 0,
  Visible: true,
  ShowLabels: true,
  ScaleSymbols: false,
  SetSelectionSymbol: false,
  SelectionBufferDistance: 0,
  ShowSelectionBuffer: false,
  DefinitionExpression: '',
};

/** Send ExportMapImage with a drawing and return the XML of the response. */
async function exportTestMap(service: string, more: Partial<Value<'LayerDescription'>>): Promise<string> {
  const Extent = { type: 'EnvelopeN' as const, XMin: -180, YMin: -90, XMax: 180, YMax: 90 };
  const request = encodeRequest('ExportMapImage', {
    MapDescription: {
      Name: 'Layers',
      MapArea: { type: 'MapExtent', Extent },
      Rotation: 0,
      LayerDescriptions: [{ ...layer, ...more }],
    },
    ImageDescription: {
      ImageType: { ImageFormat: 'gisImagePNG', ImageReturnType: 'gisImageReturnMimeData' },
      ImageDisplay: { ImageWidth: 256, ImageHeight: 128, ImageDPI: 96 },
    },
  });
  const headers = { 'content-type': 'text/xml; charset=utf-8' };
  return (await send(`services/${service}/MapServer`, { method: 'POST', headers, body: sealEnvelope(request) })).text;
}

const catchFault = (xml: string) => /<faultstring>(.*?)<\/faultstring>/.exec(xml)?.[1];
const readImage = (xml: string) => /<ImageData>([^<]*)</.exec(xml)?.[1];

test.each(drawings.map((drawing, i) => [i, drawing] as const))(
  'drawing %i of a request by a hidden field is refused, with a source too',
  async (_, DrawingDescription) => {
    const sources: Value<'MapServerSourceDescription'>[] = [
      { type: 'MapTableSourceDescription', MapTableID: 0 },
      { type: 'TableDataSourceDescription', WorkspaceID: 'Hiding', TableName: 'places', VersionName: '' },
    ];
    for (const more of [{}, ...sources.map((Source) => ({ Source, LayerID: 77 }))])
      expect(catchFault(await exportTestMap('Hiding', { DrawingDescription, ...more }))).toMatch(/SECRET|HNUM|field/);
  },
);

test.each(drawings.map((drawing, i) => [i, drawing] as const))(
  'the author may draw by hidden fields, and clients send drawing %i back',
  async (i, drawing) => {
    const { store } = await createPlantedContext();
    const { definition } = (await store.service('Hiding'))!;
    const [map] = definition.maps;
    const name = `Authored${i}`;
    const layers = [{ ...map!.layers[0]!, drawing } as LayerDefinition];
    const stored = await store.portal.storedService('Hiding');
    await store.publish({ ...definition, name, maps: [{ ...map!, layers }] }, stored!.files);
    const actual = await exportTestMap(name, {});
    expect(catchFault(actual)).toBeUndefined();
    expect(readImage(await exportTestMap(name, { DrawingDescription: drawing }))).toBe(readImage(actual));
    // Another user's map draws the layer with its author's style, ignoring styles that use hidden fields.
    const other = drawings[(i + 1) % drawings.length]!;
    const entry = {
      service: name,
      layer: 0,
      name: 'Places',
      title: 'P',
      visible: true,
      labels: true,
      opacity: 100,
      filter: '',
    };
    const content = { id: `authored${i}`, version: 1, changedAt: 0, title: 'Layers', description: '' };
    const common = { reference: map!.SpatialReference, extent: map!.extent, background: { kind: 'none' as const } };
    await store.maps.change(`authored${i}`, () => ({ ...content, ...common, layers: [{ ...entry, drawing }] }));
    expect(readImage(await exportTestMap(`~authored${i}`, {}))).toBe(readImage(actual));
    await store.maps.change(`authored${i}`, () => ({
      ...content,
      version: 2,
      ...common,
      layers: [{ ...entry, drawing: other }],
    }));
    expect(catchFault(await exportTestMap(`~authored${i}`, {}))).toMatch(/SECRET|HNUM|field/);
  },
);

test('selected and framed rows are those that are shown', async () => {
  const none = readImage(await exportTestMap('Hiding', {}));
  for (const more of [{}, { ShowSelectionBuffer: true, SelectionBufferDistance: 9 }]) {
    expect(readImage(await exportTestMap('Hiding', { SelectionFeatures: [3], ...more }))).toBe(none);
    expect(readImage(await exportTestMap('Hiding', { SelectionFeatures: [1], ...more }))).not.toBe(none);
  }
  const readFrame = async (id: number) => {
    const MapArea = {
      type: 'FeatureExtent' as const,
      DefaultScale: 1e6,
      ExpandRatio: 1,
      FeatureIDs: [id],
      LayerID: 0,
      MapName: 'Layers',
    };
    const request = encodeRequest('ComputeScale', {
      MapDescription: { Name: 'Layers', MapArea, Rotation: 0 },
      MapImageDisplay: { ImageWidth: 64, ImageHeight: 64, ImageDPI: 96 },
    });
    const headers = { 'content-type': 'text/xml; charset=utf-8' };
    return (await send('services/Hiding/MapServer', { method: 'POST', headers, body: sealEnvelope(request) })).text;
  };
  expect(catchFault(await readFrame(1))).toBeUndefined();
  // The faults differ only in the requested ID.
  expect(catchFault(await readFrame(3))?.replace('[3]', '[99]')).toBe(catchFault(await readFrame(99)));
});
