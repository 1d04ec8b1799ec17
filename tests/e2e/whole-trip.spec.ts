import { expect, type Page, test } from '@playwright/test';
import { PNG } from 'pngjs';
import { builds } from './drivers/build-app.ts';
import {
  catalogue,
  countMapColors,
  drop,
  mapDrawn,
  open,
  publishAndWait,
  waitForController,
  waitForFullCache,
} from './drivers/driver.ts';
import { type PreviewServer, startPreview } from './drivers/preview-server.ts';
import { ask, type Element, readSoapRows, where } from './drivers/soap.ts';

const wells = {
  type: 'FeatureCollection',
  features: [
    well([10.25, 50.5], { name: 'Ash & Öst', depth: 12.5, samples: 7, drilled: '2024-02-29T12:30:00Z' }),
    well([11, 51.125], { name: 'Birch', depth: null, samples: -3, drilled: '1969-12-31T00:00:00Z' }),
    well([-70.5, -33.75], { name: "O'Hara <1>", depth: 0.1, samples: 2147483647, drilled: null }),
  ],
};

function well(coordinates: readonly number[], properties: Record<string, unknown>) {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates } };
}

/** A square with a square hole. */
const field = {
  type: 'Feature',
  properties: { crop: 'rye' },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
        [0, 0],
      ],
      [
        [4, 4],
        [4, 6],
        [6, 6],
        [6, 4],
        [4, 4],
      ],
    ],
  },
};

let server: PreviewServer;
test.afterEach(() => server?.stop());

test('a file becomes a map service, answers SOAP, and stays when the web server is gone', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));

  // Given a first visit to the app served by `npm start`
  server = await startPreview(builds.atRoot);
  await open(page, server.origin);

  // Then it shows a map of the world, drawn by the worker
  await mapDrawn(page, /World/);
  await expectImage(page);
  const demo = (await catalogue(page)).map(({ name }) => name);
  expect(demo).toEqual(expect.arrayContaining(['Earthquakes', 'World']));

  // When a GeoJSON file is dropped
  await drop(page, [{ name: 'Wells.geojson', content: JSON.stringify(wells) }]);
  await publishAndWait(page, 'Wells');
  await mapDrawn(page, /Wells/);

  // Then it is a service whose answers have the right numbers
  const entry = (await catalogue(page)).find(({ name }) => name === 'Wells');
  expect(entry).toMatchObject({ layerCount: 1, featureCount: 3, version: 1 });
  await expectDescription(page);
  await expectCounts(page);
  await expectRows(page);
  await expectImageAnswer(page);

  // When the web server is stopped and the page reloaded
  await waitForFullCache(page);
  await server.stop();
  await expect(fetch(server.origin)).rejects.toThrow();
  await page.reload();
  await waitForController(page);

  // Then everything is still there
  await mapDrawn(page, /Wells/);
  expect((await catalogue(page)).map(({ name }) => name).sort()).toEqual([...demo, 'Wells'].sort());
  await expectCounts(page);
  await expectRows(page);
  await expectImageAnswer(page);

  // When another file is dropped without a web server
  await drop(page, [{ name: 'Field.geojson', content: JSON.stringify(field) }]);
  await publishAndWait(page, 'Field');
  await mapDrawn(page, /Field/);

  // Then it is a service too, and the first one hasn't changed
  const [row] = readSoapRows(await query(page, 'Field', ''));
  expect(row).toMatchObject({ crop: 'rye' });
  const rings = row?.Shape.RingArray.Ring.map((ring: Element) => makeRing(ring));
  expect(rings.map(computeSignedArea).sort((a: number, b: number) => a - b)).toEqual([-100, 4]);
  await expectRows(page);
  expect(problems).toEqual([]);
});

/** Check that the map shows more than a background: coasts, labels and symbols have many colors. */
async function expectImage(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const { distinct, largestShare } = await countMapColors(page);
      return distinct > 300 && largestShare < 0.9;
    })
    .toBe(true);
}

async function expectDescription(page: Page): Promise<void> {
  const info = await ask(page, 'Wells', 'GetServerInfo', '<MapName>Wells</MapName>');
  expect(info).toMatchObject({ Name: 'Wells', Units: 'gisDecimalDegrees', SpatialReference: { WKID: '4326' } });
  const [layer, ...others] = info.MapLayerInfos.MapLayerInfo;
  expect(others).toEqual([]);
  expect(layer).toMatchObject({ LayerID: '0', Name: 'Wells', LayerType: 'Feature Layer', IsFeatureLayer: 'true' });
  expect(numbers(layer.Extent)).toEqual({ XMin: -70.5, YMin: -33.75, XMax: 11, YMax: 51.125 });
  const fields = layer.Fields.FieldArray.Field.map(({ Name, Type }: Element) => `${Name} ${Type}`);
  expect(fields).toEqual([
    'OBJECTID gisFieldTypeOID',
    'Shape gisFieldTypeGeometry',
    'name gisFieldTypeString',
    'depth gisFieldTypeDouble',
    'samples gisFieldTypeInteger',
    'drilled gisFieldTypeDate',
  ]);
  expect(info.DefaultMapDescription.LayerDescriptions.LayerDescription[0]).toMatchObject({
    LayerID: '0',
    Visible: 'true',
  });
}

async function expectCounts(page: Page): Promise<void> {
  const count = (clause: string) =>
    ask(page, 'Wells', 'QueryFeatureCount', `<MapName>Wells</MapName><LayerID>0</LayerID>${where(clause)}`);
  expect(await count('')).toBe('3');
  expect(await count('depth &gt; 0.1')).toBe('1');
  expect(await count('depth IS NULL')).toBe('1');
  expect(await count("name = 'O''Hara &lt;1&gt;'")).toBe('1');
  expect(await count("drilled &lt; timestamp '1970-01-01 00:00:00'")).toBe('1');
}

async function expectRows(page: Page): Promise<void> {
  const rows = readSoapRows(await query(page, 'Wells', ''));
  const byName = new Map(
    rows.map(({ OBJECTID, Shape, name, ...more }) => [name, { at: [Number(Shape.X), Number(Shape.Y)], ...more }]),
  );
  expect(rows.map(({ OBJECTID }) => OBJECTID).sort()).toEqual(['1', '2', '3']);
  expect(Object.fromEntries(byName)).toEqual({
    'Ash & Öst': {
      at: [10.25, 50.5],
      depth: '12.5',
      samples: '7',
      drilled: expect.stringMatching(/^2024-02-29T12:30:00/),
    },
    Birch: { at: [11, 51.125], depth: null, samples: '-3', drilled: expect.stringMatching(/^1969-12-31T00:00:00/) },
    "O'Hara <1>": { at: [-70.5, -33.75], depth: '0.1', samples: '2147483647', drilled: null },
  });
}

/** Request 800 by 400 pixels of an extent 4 wide and 3 high, which grows to 6 by 3 around its center. */
async function expectImageAnswer(page: Page): Promise<void> {
  const description = `<MapDescription xsi:type="t:MapDescription"><Name>Wells</Name><MapArea xsi:type="t:MapExtent"><Extent xsi:type="t:EnvelopeN"><XMin>8</XMin><YMin>49</YMin><XMax>12</XMax><YMax>52</YMax></Extent></MapArea><Rotation>0</Rotation></MapDescription>`;
  const imageDescription = `<ImageDescription><ImageType><ImageFormat>gisImagePNG32</ImageFormat><ImageReturnType>gisImageReturnMimeData</ImageReturnType></ImageType><ImageDisplay><ImageHeight>400</ImageHeight><ImageWidth>800</ImageWidth><ImageDPI>96</ImageDPI></ImageDisplay></ImageDescription>`;
  const result = await ask(page, 'Wells', 'ExportMapImage', description + imageDescription);
  expect(numbers(result.Extent)).toEqual({ XMin: 7, YMin: 49, XMax: 13, YMax: 52 });
  expect(result.Extent.SpatialReference.WKID).toBe('4326');
  expect(result).toMatchObject({ ImageWidth: '800', ImageHeight: '400', ImageDPI: '96', ImageType: 'image/png' });
  expect(result.VisibleLayerIDs.Int).toEqual(['0']);
  // Degrees per pixel, times pixels per inch, times inches per degree on a sphere of 6370997 m.
  expect(Number(result.MapScale)).toBeCloseTo((6 / 800) * 96 * ((Math.PI / 180) * 6370997 * 39.37), 3);
  const image = PNG.sync.read(Buffer.from(result.ImageData, 'base64'));
  expect([image.width, image.height]).toEqual([800, 400]);
  // Ash is at 10.25, 50.5 and Birch at 11, 51.125; nothing is drawn in the lower left.
  const background = pixel(image, 40, 380);
  expect(pixel(image, ((10.25 - 7) / 6) * 800, ((52 - 50.5) / 3) * 400)).not.toEqual(background);
  expect(pixel(image, ((11 - 7) / 6) * 800, ((52 - 51.125) / 3) * 400)).not.toEqual(background);
  expect(pixel(image, 600, 300)).toEqual(background);
}

const query = (page: Page, service: string, clause: string): Promise<Element> =>
  ask(page, service, 'QueryFeatureData', `<MapName>${service}</MapName><LayerID>0</LayerID>${where(clause)}`);

const numbers = ({ XMin, YMin, XMax, YMax }: Element) => ({
  XMin: Number(XMin),
  YMin: Number(YMin),
  XMax: Number(XMax),
  YMax: Number(YMax),
});

const pixel = ({ data, width }: PNG, x: number, y: number): number[] => {
  const offset = (Math.round(y) * width + Math.round(x)) * 4;
  return [...data.subarray(offset, offset + 4)];
};

const makeRing = (ring: Element): [number, number][] =>
  ring.PointArray.Point.map(({ X, Y }: Element) => [Number(X), Number(Y)]);

/** Counterclockwise is positive; outer rings of the contract are clockwise. */
const computeSignedArea = (ring: readonly [number, number][]): number =>
  ring.slice(1).reduce((sum, [x, y], index) => sum + (ring[index]![0] * y - x * ring[index]![1]) / 2, 0);
