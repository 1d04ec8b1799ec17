import { growArray } from '../../geometry/grow-array.ts';
import type { AttributeBatch } from '../../rows/batch.ts';
import type { FeatureAnchor } from './feature-anchor.ts';

/**
 * Label candidates of one class. They are in columns instead of objects, because a dense layer has a hundred thousand.
 */
export interface Candidates {
  count: number;
  objectIds: Int32Array;
  x: Float64Array;
  y: Float64Array;
  /** Radius of the marker at a point. */
  radiusPx: Float32Array;
  /** Row in its batch, and index of the batch in `batches`. */
  rows: Int32Array;
  batchNumbers: Int32Array;
  readonly batches: AttributeBatch[];
  /** Anchors of lines and areas; undefined for points. */
  readonly anchors: (FeatureAnchor | undefined)[];
}

const firstRoom = 256;

export function newCandidates(): Candidates {
  return {
    count: 0,
    objectIds: new Int32Array(firstRoom),
    x: new Float64Array(firstRoom),
    y: new Float64Array(firstRoom),
    radiusPx: new Float32Array(firstRoom),
    rows: new Int32Array(firstRoom),
    batchNumbers: new Int32Array(firstRoom),
    batches: [],
    anchors: [],
  };
}

/** Add a candidate. `attributes` must be the same object for all rows of a batch. */
export function addCandidate(
  list: Candidates,
  attributes: AttributeBatch,
  row: number,
  objectId: number,
  anchor: FeatureAnchor,
  radiusPx: number,
): void {
  const { count, batches } = list;
  if (count === list.rows.length) grow(list);
  if (batches.at(-1) !== attributes) batches.push(attributes);
  list.objectIds[count] = objectId;
  list.x[count] = anchor.xPx;
  list.y[count] = anchor.yPx;
  list.radiusPx[count] = radiusPx;
  list.rows[count] = row;
  list.batchNumbers[count] = batches.length - 1;
  if (anchor.kind !== 'point') list.anchors[count] = anchor;
  list.count++;
}

function grow(list: Candidates): void {
  list.objectIds = growArray(list.objectIds);
  list.x = growArray(list.x);
  list.y = growArray(list.y);
  list.radiusPx = growArray(list.radiusPx);
  list.rows = growArray(list.rows);
  list.batchNumbers = growArray(list.batchNumbers);
}

/**
 * Return candidate indices by ascending object ID. Uses a radix sort, because comparing a hundred thousand rows costs
 * ten times as much.
 */
export function inIdOrder({ objectIds, count }: Candidates): Uint32Array {
  let order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  let next = new Uint32Array(count);
  const starts = new Uint32Array(0x801);
  for (const shift of [0, 11, 22]) {
    starts.fill(0);
    // Flipping the sign bit sorts negative IDs first.
    const digit = (i: number) => ((objectIds[i]! ^ 0x80000000) >>> shift) & 0x7ff;
    for (let i = 0; i < count; i++) starts[digit(i) + 1]!++;
    for (let i = 0; i < 0x800; i++) starts[i + 1]! += starts[i]!;
    for (let i = 0; i < count; i++) next[starts[digit(order[i]!)]!++] = order[i]!;
    [order, next] = [next, order];
  }
  return order;
}
