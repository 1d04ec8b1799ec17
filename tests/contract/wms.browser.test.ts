import WMSCapabilities from 'ol/format/WMSCapabilities.js';
import { describe, expect, test } from 'vitest';
import { answer } from '../../sw/answer.ts';
import type { Value } from '../../sw/contract/index.ts';
import { createCall } from '../../sw/handlers/call.ts';
import { handlers } from '../../sw/handlers/index.ts';
import { sampleContext } from './sample-context.ts';

const origin = 'http://soapstone.test';

async function ask(
  parameters: Readonly<Record<string, string | number>>,
  path = 'services/Sample/MapServer/WMSServer',
) {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  return (await answer(await sampleContext(), new Request(`${origin}/${path}?${query}`)))!;
}

const view = {
  service: 'WMS',
  version: '1.3.0',
  request: 'GetMap',
  styles: '',
  format: 'image/png',
  width: 400,
  height: 200,
};
const world = { ...view, crs: 'CRS:84', bbox: '-180,-90,180,90', layers: 'Squares,Towns' };

/** Draw the same view with SOAP: these layers, the first on top. */
async function soapImage(ids: readonly number[], Extent: Value<'Envelope'>, WKID = 4326): Promise<Uint8Array> {
  const context = await sampleContext();
  const service = (await context.store.service('Sample'))!;
  const call = createCall(context, service, new AbortController().signal);
  const { Result: info } = await handlers.GetServerInfo(call, { MapName: 'Layers' });
  const described = info.DefaultMapDescription!.LayerDescriptions!;
  const color = { type: 'RgbColor' as const, AlphaValue: 255, Red: 255, Green: 255, Blue: 255 };
  const { Result } = await handlers.ExportMapImage(call, {
    MapDescription: {
      Name: 'Layers',
      Rotation: 0,
      MapArea: { type: 'MapExtent', Extent },
      SpatialReference: { type: 'ProjectedCoordinateSystem', WKID },
      LayerDescriptions: ids.map((id) => ({ ...described.find(({ LayerID }) => LayerID === id)!, Visible: true })),
      HonorLayerReordering: true,
      BackgroundSymbol: { type: 'SimpleFillSymbol', Style: 'gisSFSSolid', Color: color },
    },
    ImageDescription: {
      ImageType: { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' },
      ImageDisplay: { ImageWidth: 400, ImageHeight: 200, ImageDPI: 96 },
    },
  });
  return Result.ImageData!;
}

async function readPixels(body: BlobPart): Promise<ImageData> {
  const bitmap = await createImageBitmap(new Blob([body]));
  const target = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  target.drawImage(bitmap, 0, 0);
  return target.getImageData(0, 0, bitmap.width, bitmap.height);
}

const envelope = (XMin: number, YMin: number, XMax: number, YMax: number) =>
  ({ type: 'EnvelopeN', XMin, YMin, XMax, YMax }) as const;

describe('GetCapabilities', () => {
  test.each(['1.3.0', '1.1.1'])('version %s is what OpenLayers reads', async (version) => {
    const response = await ask({ SERVICE: 'WMS', REQUEST: 'GetCapabilities', VERSION: version });
    const text = await response.text();
    const read = new WMSCapabilities().read(text);
    expect(read.version).toBe(version);
    const root = read.Capability.Layer;
    expect(root.Name).toBe('Layers');
    expect(root.Layer.map(({ Name }: { Name: string }) => Name)).toEqual(['Places', 'Squares']);
    expect(root.Layer[0].Layer.map(({ Name }: { Name: string }) => Name)).toEqual(['Towns', 'Towns from close by']);
    expect(root.Layer[1].queryable).toBe(true);
    expect(root.Layer[1].Style[0].LegendURL[0].OnlineResource).toContain('GetLegendGraphic');
    expect(read.Capability.Request.GetMap.Format).toContain('image/png');
    expect(read.Capability.Request.GetMap.DCPType[0].HTTP.Get.OnlineResource).toBe(
      `${origin}/services/Sample/MapServer/WMSServer?`,
    );
  });

  test('boxes of 1.3.0 follow the axes of their reference', async () => {
    const text = await (await ask({ request: 'GetCapabilities' })).text();
    const root = new WMSCapabilities().read(text).Capability.Layer;
    const extents = new Map(root.BoundingBox.map((box: { crs: string; extent: number[] }) => [box.crs, box.extent]));
    expect(extents.get('EPSG:4326')).toEqual([-90, -180, 90, 180]);
    expect(extents.get('CRS:84')).toEqual([-180, -90, 180, 90]);
    expect(root.EX_GeographicBoundingBox).toEqual([-180, -90, 180, 90]);
  });

  test('a layer seen from close by says so, in pixels of 0.28 mm', async () => {
    const text = await (await ask({ request: 'GetCapabilities' })).text();
    const layer = new WMSCapabilities().read(text).Capability.Layer.Layer[0].Layer[1];
    expect(layer.MaxScaleDenominator).toBeCloseTo((1_000_000 * 0.0254) / 96 / 0.00028, 3);
  });

  test('the same document is beside the REST interface, and carries the token on', async () => {
    const response = await ask(
      { request: 'GetCapabilities', token: 'x&y' },
      'rest/services/Sample/MapServer/WMSServer',
    );
    const read = new WMSCapabilities().read(await response.text());
    expect(read.Capability.Request.GetMap.DCPType[0].HTTP.Get.OnlineResource).toBe(
      `${origin}/rest/services/Sample/MapServer/WMSServer?token=x%26y&`,
    );
  });
});

describe('GetMap', () => {
  test.each([
    ['CRS:84', '1.3.0', { crs: 'CRS:84', bbox: '-180,-90,180,90' }, envelope(-180, -90, 180, 90), 4326],
    [
      'EPSG:4326, latitude first',
      '1.3.0',
      { crs: 'EPSG:4326', bbox: '-90,-180,90,180' },
      envelope(-180, -90, 180, 90),
      4326,
    ],
    ['EPSG:4326 of 1.1.1', '1.1.1', { srs: 'EPSG:4326', bbox: '-180,-90,180,90' }, envelope(-180, -90, 180, 90), 4326],
    ['Web Mercator', '1.3.0', { crs: 'EPSG:3857', bbox: '-8e6,-4e6,8e6,4e6' }, envelope(-8e6, -4e6, 8e6, 4e6), 102100],
    [
      'LAEA Europe, northing first',
      '1.3.0',
      { crs: 'urn:ogc:def:crs:EPSG::3035', bbox: '-1e6,0,3e6,8e6' },
      envelope(0, -1e6, 8e6, 3e6),
      3035,
    ],
  ])('draws what SOAP draws: %s', async (_, version, where, extent, wkid) => {
    const response = await ask({ ...view, version, layers: 'Squares,Towns', ...where });
    expect(response.headers.get('content-type')).toBe('image/png');
    const drawn = await readPixels(await response.arrayBuffer());
    const soap = await readPixels((await soapImage([1, 3, 0], extent, wkid)) as Uint8Array<ArrayBuffer>);
    expect(drawn.data).toEqual(soap.data);
    expect(new Set(drawn.data).size).toBeGreaterThan(4);
  });

  test('the last layer lies on top', async () => {
    const [towns, squares] = await Promise.all(
      ['Squares,Towns', 'Towns,Squares'].map(async (layers) =>
        readPixels(await (await ask({ ...world, layers })).arrayBuffer()),
      ),
    );
    const soap = await readPixels(
      (await soapImage([3, 1, 0], envelope(-180, -90, 180, 90))) as Uint8Array<ArrayBuffer>,
    );
    expect(squares!.data).toEqual(soap.data);
    expect(squares!.data).not.toEqual(towns!.data);
  });

  test('a group and the name of the map are the layers in them', async () => {
    const images = await Promise.all(
      ['Squares,Places', 'Squares,0', 'Layers'].map(async (layers) =>
        readPixels(await (await ask({ ...world, layers })).arrayBuffer()),
      ),
    );
    const towns = await readPixels(await (await ask({ ...world, layers: 'Squares,Towns' })).arrayBuffer());
    for (const { data } of images) expect(data).toEqual(towns.data);
  });

  test('the box fills a picture of another shape', async () => {
    // A square from 90 to 110 degrees east and 40 to 60 north must be in the right place in an image that is as high as
    // wide.
    const { data, width } = await readPixels(
      await (await ask({ ...world, layers: 'Squares', width: 360, height: 360, transparent: 'TRUE' })).arrayBuffer(),
    );
    const alpha = (longitude: number, latitude: number) =>
      data[4 * ((90 - latitude) * 2 * width + longitude + 180) + 3];
    expect(alpha(100, 50)).toBe(255);
    expect(alpha(85, 50)).toBe(0);
    expect(alpha(100, 35)).toBe(0);
  });

  test('the background is transparent, coloured or white', async () => {
    const corner = async (more: object) => {
      const { data } = await readPixels(await (await ask({ ...world, ...more })).arrayBuffer());
      return [...data.subarray(0, 4)];
    };
    expect(await corner({ transparent: 'TRUE' })).toEqual([0, 0, 0, 0]);
    expect(await corner({ bgcolor: '0x0080FF' })).toEqual([0, 128, 255, 255]);
    expect(await corner({})).toEqual([255, 255, 255, 255]);
    expect(await corner({ transparent: 'TRUE', format: 'image/jpeg' })).toEqual([255, 255, 255, 255]);
  });

  test.each([
    [{ layers: 'Nowhere' }, 'LayerNotDefined', /^LAYERS: expected one of Layers, Places, .*, found "Nowhere"/],
    [{ styles: 'red' }, 'StyleNotDefined', /^STYLES: .*found "red"/],
    [{ crs: 'EPSG:1' }, 'InvalidCRS', /^CRS: .*found "EPSG:1"/],
    [{ version: '1.1.1', srs: 'EPSG:1', crs: '' }, 'InvalidSRS', /^SRS: .*found "EPSG:1"/],
    [{ format: 'image/webp' }, 'InvalidFormat', /^FORMAT: expected one of image\/png, .*, found "image\/webp"/],
    [{ width: 'abc' }, 'InvalidParameterValue', /^WIDTH: expected a whole number ≥ 1, found "abc"/],
    [{ width: 10000 }, 'InvalidParameterValue', /^WIDTH: expected at most 800 pixels, found "10000"/],
    [{ bbox: '1,2,3' }, 'InvalidParameterValue', /^BBOX: .*found "1,2,3"/],
    [{ bbox: '10,0,0,10' }, 'InvalidParameterValue', /^BBOX: expected minimum ≤ maximum/],
    [{ time: 'soon' }, 'InvalidDimensionValue', /^TIME: .*found "soon"/],
    [{ layers: '' }, 'MissingParameterValue', /^LAYERS: .*found nothing/],
    [{ request: 'Dance' }, 'OperationNotSupported', /^REQUEST: expected one of GetCapabilities, .*found "Dance"/],
  ])('refuses %o', async (change, code, message) => {
    const response = await ask({ ...world, ...change } as never);
    const document = new DOMParser().parseFromString(await response.text(), 'text/xml');
    const exception = document.querySelector('ServiceException')!;
    expect(exception.getAttribute('code')).toBe(code);
    expect(exception.textContent).toMatch(message);
    expect(document.documentElement.getAttribute('version')).toBe('version' in change ? '1.1.1' : '1.3.0');
  });

  test('an unknown service is an exception, too', async () => {
    const response = await ask(world, 'services/Nothing/MapServer/WMSServer');
    expect(response.headers.get('content-type')).toContain('text/xml');
    expect(await response.text()).toContain('Service "Nothing" not found');
  });
});

describe('GetFeatureInfo', () => {
  const info = { ...world, request: 'GetFeatureInfo', query_layers: 'Towns,Squares', feature_count: 5 };

  test('GeoJSON has values and shapes', async () => {
    // Cedar is at 0, 0, in the middle of the image, and in a square.
    const response = await ask({ ...info, i: 200, j: 100, info_format: 'application/json' });
    const { features } = await response.json();
    expect(features.map(({ id }: { id: string }) => id)).toEqual(['Towns.3', 'Squares.2']);
    expect(features[0].geometry).toEqual({ type: 'Point', coordinates: [0, 0] });
    expect(features[0].properties).toMatchObject({ OBJECTID: 3, NAME: 'Cedar', POP: 30000 });
    expect(features[0].properties).not.toHaveProperty('SHAPE');
  });

  test('text and HTML are for people', async () => {
    // The point of the image is at 100 degrees east, 50 north.
    const position = { ...info, i: 311, j: 44 };
    expect(await (await ask(position)).text()).toMatch(/^Squares: parted\n(.*\n)*.*Kind = parted/);
    const page = await ask({ ...position, info_format: 'text/html' });
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('<td>parted</td>');
  });

  test('a point outside of the picture is refused', async () => {
    expect(await (await ask({ ...info, i: 400, j: 0 })).text()).toMatch(
      /code="InvalidPoint"[^>]*>I: expected pixels from 0 to 399/,
    );
  });
});

test('GetLegendGraphic draws a symbol with its label', async () => {
  const response = await ask({
    service: 'WMS',
    version: '1.1.1',
    request: 'GetLegendGraphic',
    layer: 'Squares',
    format: 'image/png',
  });
  const { data, height } = await readPixels(await response.arrayBuffer());
  expect(height).toBeGreaterThanOrEqual(25);
  const colors = new Set<string>();
  for (let i = 0; i < data.length; i += 4) colors.add(data.subarray(i, i + 3).join());
  expect(colors).toContain('180,200,160');
});

test('sizes of GetLegendGraphic are hints', async () => {
  const legend = {
    service: 'WMS',
    version: '1.3.0',
    request: 'GetLegendGraphic',
    layer: 'Squares',
    format: 'image/png',
  };
  for (const [width, height, largest] of [
    [440, 270, 256],
    [0, 0, 1],
    [100000, 5, 256],
  ] as const) {
    const response = await ask({ ...legend, width, height });
    expect(response.headers.get('content-type')).toBe('image/png');
    const bitmap = await createImageBitmap(await response.blob());
    expect(bitmap.width).toBeLessThan(largest + 200);
  }
});
