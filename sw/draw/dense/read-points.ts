import { wrongValue } from '../../contract/index.ts';
import { type Extent, meets } from '../../geometry/extent.ts';
import type { MapView } from '../../geometry/view.ts';
import type { Scheduler } from '../../scheduler.ts';
import { layerWindow } from '../layer/layer-window.ts';
import { fieldsFor, type LayerPlan } from '../plan.ts';
import { namesIn, numberColumn } from '../renderer/renderer-field.ts';

/** Points of consecutive rows, in map coordinates. The next run reuses the buffers. */
interface PointRun {
  /** [x0, y0, x1, y1, ...]; NaN for a point that can't be projected. */
  readonly xy: Float64Array;
  readonly count: number;
  /** Value of the field for each point, NaN for null; undefined without a field. */
  readonly values: Float64Array | undefined;
  /** Table row of each point. */
  readonly rows: Uint32Array;
}

const readAhead = 4;

/**
 * Read the points of a layer in runs, from the batches that intersect an extent. Each point of a multipoint counts.
 *
 * @param extent in layer units; undefined reads all
 * @param field  name of a numeric field
 * @param path   path of the field for messages
 * @throws {Fault} `unknown-field`; `bad-value` if the field isn't numeric
 */
export async function readPoints(
  plan: Pick<LayerPlan, 'table' | 'filter' | 'projection' | 'fieldsFor'>,
  extent: Extent | undefined,
  field: string | undefined,
  path: string,
  scheduler: Scheduler,
  onRun: (run: PointRun) => void,
): Promise<void> {
  const { table, filter, projection } = plan;
  const { batches, geometry: kind } = table.manifest;
  const fields = fieldsFor(plan, 'FeatureReduction');
  if (kind !== 'point' && kind !== 'multipoint')
    throw wrongValue('bad-value', path, 'points', kind ?? 'a table without geometry');
  const readColumn = field === undefined ? undefined : numberColumn({ fields, path }, 'field', field);
  const names = [...(field === undefined ? [] : namesIn(fields, [field])), ...(filter?.fields ?? [])];
  const read = (index: number) =>
    Promise.all([table.geometry(0, index), readColumn || filter ? table.attributes(index, names) : undefined]);
  const visible = [...batches.keys()].filter((index) => {
    const box = batches[index]!.extent;
    return box !== undefined && (!extent || meets(box, extent));
  });
  await table.readAhead?.(visible, { fields: names });
  let xy = new Float64Array(0);
  let values = new Float64Array(0);
  let rows = new Uint32Array(0);
  const ahead: ReturnType<typeof read>[] = [];
  for (let position = 0; position < visible.length; position++) {
    while (ahead.length < readAhead && position + ahead.length < visible.length) {
      const promise = read(visible[position + ahead.length]!);
      // A rejection is handled when the batch is awaited.
      promise.catch(() => {});
      ahead.push(promise);
    }
    const [batch, attributes] = await ahead.shift()!;
    const mask = attributes && filter?.(attributes);
    const column = attributes && readColumn?.(attributes);
    const points = batch.xy.length / 2;
    if (rows.length < points) {
      xy = new Float64Array(2 * points);
      values = new Float64Array(points);
      rows = new Uint32Array(points);
    }
    let count = 0;
    for (let row = 0; row < batch.rowCount; row++) {
      if (mask && mask[row] === 0) continue;
      const value = column ? (column.nulls?.[row] ? Number.NaN : column.values[row]!) : 1;
      const last = batch.partOffsets[batch.featureOffsets[row + 1]!]!;
      for (let i = batch.partOffsets[batch.featureOffsets[row]!]!; i < last; i++, count++) {
        xy[2 * count] = batch.xy[2 * i]!;
        xy[2 * count + 1] = batch.xy[2 * i + 1]!;
        values[count] = value;
        rows[count] = batch.firstRow + row;
      }
    }
    projection?.forward(xy, 0, 2 * count);
    onRun({ xy, count, values: column && values, rows });
    const waiting = scheduler.yieldIfDue();
    if (waiting) await waiting;
  }
}

/** Part of a map that an image shows, in map coordinates and in layer units. */
interface ImageWindow {
  readonly map: Extent;
  readonly layer: Extent;
}

/**
 * Return the extent that an image shows and a margin around it, in map coordinates and in layer units. @param margin in
 * map units
 */
export function imageWindow(view: MapView, plan: LayerPlan, margin: number): ImageWindow {
  const [xmin, ymin, xmax, ymax] = view.extent;
  const turn = (view.rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const halfX = ((xmax - xmin) * cos + (ymax - ymin) * sin) / 2 + margin;
  const halfY = ((xmax - xmin) * sin + (ymax - ymin) * cos) / 2 + margin;
  const [x, y] = [(xmin + xmax) / 2, (ymin + ymax) / 2];
  return {
    map: [x - halfX, y - halfY, x + halfX, y + halfY],
    layer: layerWindow(view, plan.projection, margin / view.resolution + 1).extent,
  };
}
