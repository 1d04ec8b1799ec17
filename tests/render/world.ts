import type { Feature, FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { TestFeature } from './table-of.ts';

/**
 * Return the countries of Natural Earth 1:10m, 50m or 110m as test features, with rings in the order of the contract.
 */
export async function countries(detail: '10m' | '50m' | '110m'): Promise<TestFeature[]> {
  const topology = (await import(`../../node_modules/world-atlas/countries-${detail}.json`)).default as Topology<{
    countries: GeometryCollection<{ name: string }>;
  }>;
  const collection = feature(topology, topology.objects.countries) as FeatureCollection<
    Polygon | MultiPolygon,
    { name: string }
  >;
  return collection.features.map((country, number) => ({
    parts: listRings(country),
    values: { NAME: country.properties.name, NUMBER: number },
  }));
}

function listRings({ geometry }: Feature<Polygon | MultiPolygon>): number[][] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.flatMap((rings) => rings.map((ring, i) => turnRing(ring.flat(), i === 0)));
}

/** Return the ring clockwise if it is exterior, otherwise counterclockwise. */
function turnRing(ring: number[], isExterior: boolean): number[] {
  let area = 0;
  for (let i = 0; i + 3 < ring.length; i += 2) area += ring[i]! * ring[i + 3]! - ring[i + 2]! * ring[i + 1]!;
  if (area < 0 === isExterior) return ring;
  const back: number[] = [];
  for (let i = ring.length - 2; i >= 0; i -= 2) back.push(ring[i]!, ring[i + 1]!);
  return back;
}
