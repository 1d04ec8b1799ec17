import type { Value } from '../../../sw/contract/index.ts';
import { shownReference } from '../../state/requested.ts';
import { readRows, type TableSubject } from '../../state/rows.ts';
import { screen } from '../../state/view.ts';
import { extentOfShapes } from '../state/go-to-shape.ts';

const visiblyFiner = 2;

/**
 * Read the geometry of a row, in the coordinates of the view, at the resolution after zooming to it.
 *
 * @param known the geometry at the current resolution, if already read
 */
export async function fittingShape(
  subject: TableSubject,
  id: number,
  known?: Value<'Geometry'>,
): Promise<Value<'Geometry'> | undefined> {
  const now = screen.peek();
  if (!now || !subject.geometryType) return known;
  const rough = known ?? (await shapeOf(subject, id, now.resolution));
  const extent = extentOfShapes([rough]);
  if (!extent) return rough;
  const resolution = Math.max((extent[2] - extent[0]) / now.widthPx, (extent[3] - extent[1]) / now.heightPx);
  const isFineEnough = resolution === 0 || resolution * visiblyFiner > now.resolution;
  return isFineEnough ? rough : shapeOf(subject, id, resolution);
}

async function shapeOf(subject: TableSubject, id: number, resolution: number): Promise<Value<'Geometry'> | undefined> {
  const { fields, rows } = await readRows(subject, [id], {
    withShape: true,
    reference: shownReference.peek(),
    resolution,
  });
  const at = fields.findIndex(({ Type }) => Type === 'gisFieldTypeGeometry');
  return (rows[0]?.values[at] ?? undefined) as Value<'Geometry'> | undefined;
}
