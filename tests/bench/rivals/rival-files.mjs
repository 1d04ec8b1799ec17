import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { writeArrayBuffer } from 'geotiff';
import { feature, mesh } from 'topojson-client';
import { benchFiles, collection, degrees, parcel, randomNumbers } from '../bench-files.mjs';

const require = createRequire(import.meta.url);

/**
 * Create the files that the rivals draw too, as GeoJSON text by name, the same in each run.
 * There are six layers with as many features and vertices as in the first measurements. Borders of only one country are
 * coasts; parcels and lines are generated.
 */
export function rivalFiles() {
  const files = benchFiles();
  const world = atlas('world-atlas/countries-10m.json');
  const america = atlas('us-atlas/counties-10m.json');
  const { coordinates } = mesh(world, world.objects.countries, (a, b) => a === b);
  return new Map([
    ['countries.geojson', files.get('countries.geojson')],
    ['counties.geojson', JSON.stringify(feature(america, america.objects.counties))],
    ['parcels.geojson', collection(parcels())],
    ['lines.geojson', collection(Array.from({ length: 30_000 }, madeLine()).map(line))],
    ['coast.geojson', collection(coordinates.map(line))],
    ['cities.geojson', files.get('cities.geojson')],
  ]);
}

const atlas = (path) => JSON.parse(readFileSync(require.resolve(path), 'utf8'));

const line = (coordinates, id) => ({
  type: 'Feature',
  properties: { ID: id },
  geometry: { type: 'LineString', coordinates },
});

const [columns, rows] = [366, 365];
const [west, south, cellWidth, cellHeight] = [-12, 36, 44 / columns, 26 / rows];
const parcelCount = 133_414;

/** Return parcels that cover a part of Europe and share borders, with 5 to 43 vertices, 14 on average. */
function parcels() {
  const random = randomNumbers(11);
  const corners = Array.from({ length: (columns + 1) * (rows + 1) }, (_, i) => [
    degrees(west + cellWidth * ((i % (columns + 1)) + 0.6 * random())),
    degrees(south + cellHeight * (Math.floor(i / (columns + 1)) + 0.6 * random())),
  ]);
  const borders = new Map();
  /** Return the vertices of the border from a corner to the next one to the right or above, without the last vertex. */
  const border = (from, to) => {
    const key = `${from} ${to}`;
    const found = borders.get(key);
    if (found) return found;
    const [[x0, y0], [x1, y1]] = [corners[from], corners[to]];
    const count = Math.floor(11 * random() ** 3);
    const between = Array.from({ length: count }, (_, i) => {
      const share = (i + 1) / (count + 1);
      const away = 0.2 * (random() - 0.5);
      return [degrees(x0 + share * (x1 - x0) - away * (y1 - y0)), degrees(y0 + share * (y1 - y0) + away * (x1 - x0))];
    });
    borders.set(key, between);
    return between;
  };
  return Array.from({ length: parcelCount }, (_, id) => {
    const first = (id % columns) + Math.floor(id / columns) * (columns + 1);
    const [right, above] = [first + 1, first + columns + 1];
    const ring = [
      corners[first],
      ...border(first, right),
      corners[right],
      ...border(right, above + 1),
      corners[above + 1],
      ...border(above, above + 1).toReversed(),
      corners[above],
      ...border(first, above).toReversed(),
      corners[first],
    ];
    return parcel(id, ring, random);
  });
}

/** Return a function that creates winding lines of 27 vertices, all over the world. */
function madeLine() {
  const random = randomNumbers(5);
  return () => {
    let [x, y] = [350 * random() - 175, 160 * random() - 80];
    let angle = 2 * Math.PI * random();
    return Array.from({ length: 27 }, () => {
      angle += random() - 0.5;
      x += 0.03 * Math.cos(angle);
      y += 0.03 * Math.sin(angle);
      return [degrees(x), degrees(y)];
    });
  };
}

/** Create a GeoTIFF of heights of the whole world: waves of all lengths, from -1,200 to 1,200. */
export function heightsFile() {
  const [width, height] = [4320, 2160];
  const heights = Float32Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return (
      700 * Math.sin(x / 170) * Math.cos(y / 130) + 350 * Math.sin(x / 23 + y / 31) + 150 * Math.sin((x * y) / 9000)
    );
  });
  return Buffer.from(
    writeArrayBuffer(heights, {
      ...{ width, height, BitsPerSample: [32], SampleFormat: [3] },
      ...{ ModelPixelScale: [360 / width, 180 / height, 0], ModelTiepoint: [0, 0, 0, -180, 90, 0] },
      ...{ GTModelTypeGeoKey: 2, GTRasterTypeGeoKey: 1, GeographicTypeGeoKey: 4326 },
    }),
  );
}
