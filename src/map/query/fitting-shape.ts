import type { Value } from '../../../sw/contract/index.ts';
import { shownReference } from '../../state/requested.ts';
import { readRows, type TableSubject } from '../../state/rows.ts';
import { screen } from '../../state/view.ts';
import { extentOfShapes } from '../state/go-to-shape.ts';

const visiblyFiner = 2;

/**
 * Read the geometry of a row, in the coordinates of the view, at the resolution after zooming to it.
 *
 * @param knownShape the geometry at the current resolution, if already read
 */
export async function fittingShape(
  subject: TableSubject,
  id: number,
  knownShape?: Value<'Geometry'>,
): Promise<Value<'Geometry'> | undefined> {
  const now = screen.peek();
  if (!now || !subject.geometryType) return knownShape;
  const rough = knownShape ?? (await readShape(subject, id, now.resolution));
  const extent = extentOfShapes([rough]);
  if (!extent) return rough;
  const resolution = Math.max((extent[2] - extent[0]) / now.widthPx, (extent[3] - extent[1]) / now.heightPx);
  const isFineEnough = resolution === 0 || resolution * visiblyFiner > now.resolution;
  return isFineEnough ? rough : readShape(subject, id, resolution);
}

async function readShape(
  subject: TableSubject,
  id: number,
  resolution: number,
): Promise<Value<'Geometry'> | undefined> {
  const { fields, rows } = await readRows(subject, [id], {
    withShape: true,
    reference: shownReference.peek(),
    resolution,
  });
  const shapeIndex = fields.findIndex(({ Type }) => Type === 'gisFieldTypeGeometry');
  return (rows[0]?.values[shapeIndex] ?? undefined) as Value<'Geometry'> | undefined;
}
