import { geometry, makeGeoPackage, point } from '../../unit/formats/geopackage/make-geopackage.ts';
import type { Dropped } from './driver.ts';

/** Make a small GeoPackage: one tree at 7° E 51° N, and an empty layer of plans. */
export async function survey(): Promise<Dropped> {
  const bytes = await makeGeoPackage([
    {
      name: 'trees',
      title: 'Trees of the town',
      kind: 'POINT',
      columns: 'fid INTEGER PRIMARY KEY, geom POINT, kind TEXT',
      rows: [[4, geometry(point([7, 51])), 'Linde']],
    },
    { name: 'plans', kind: 'POLYGON', columns: 'fid INTEGER PRIMARY KEY, geom POLYGON', rows: [] },
  ]);
  return { name: 'survey.gpkg', content: bytes };
}
