import { geometryBuilder } from '../../../sw/formats/reading/geometry-builder.ts';
import type { SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { wgs84 } from '../../../sw/formats/reading/spatial-reference.ts';
import { column } from './world-tables.ts';

/** Create meridians and parallels every 15 degrees. A vertex every 3 degrees lets them curve in other projections. */
export function graticuleTable(): SourceTable {
  const builder = geometryBuilder();
  const names: string[] = [];
  const degrees: number[] = [];
  const kinds: string[] = [];
  function line(kind: string, degree: number, positive: string, negative: string, points: () => void): void {
    points();
    builder.endPart();
    builder.endFeature();
    kinds.push(kind);
    degrees.push(degree);
    names.push(degree === 0 ? '0°' : `${Math.abs(degree)}° ${degree > 0 ? positive : negative}`);
  }
  for (let x = -180; x <= 180; x += 15) {
    line('Meridian', x, 'E', 'W', () => {
      for (let y = -90; y <= 90; y += 3) builder.addVertex(x, y);
    });
  }
  for (let y = -75; y <= 75; y += 15) {
    line('Parallel', y, 'N', 'S', () => {
      for (let x = -180; x <= 180; x += 3) builder.addVertex(x, y);
    });
  }
  return {
    name: 'Graticule',
    description: 'Meridians and parallels every 15 degrees.',
    rowCount: names.length,
    spatialReference: wgs84,
    geometry: builder.finish('polyline'),
    notes: [],
    columns: [
      column('NAME', 'Name', 'String', names),
      column('KIND', 'Kind', 'String', kinds),
      column('DEGREES', 'Degrees', 'SmallInteger', degrees),
    ],
  };
}
