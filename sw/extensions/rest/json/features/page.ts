import type { AnyValue, Value } from '../../../../contract/infer.ts';
import type { OneGeometry } from '../../../../geometry/one-geometry.ts';
import { forEachItem, type Scheduler } from '../../../../scheduler.ts';
import type { Transform } from './quantize.ts';

/** Rows of an answer, in the reference of the answer. */
export interface FeaturePage {
  /** Of the attributes: neither shape nor image is among them. */
  readonly fields: readonly Value<'Field'>[];
  /** One list a row, in the order of `fields`; the value of `idField` comes after them. */
  readonly values: readonly (readonly AnyValue[])[];
  readonly displayField: string;
  /** Undefined for statistics and distinct values, which are no rows. */
  readonly idField: string | undefined;
  /** Whether more rows match. */
  readonly isExceeded: boolean;
  /** Undefined when no shapes are sent. */
  readonly geometry?: PageGeometry | undefined;
}

export interface PageGeometry {
  readonly kind: OneGeometry['kind'];
  readonly reference: Value<'SpatialReference'> | undefined;
  /** One a row; null for a row without one. With a transform its coordinates are integers, absolute. */
  readonly shapes: readonly (OneGeometry | null)[];
  /** Points, one a row, on the grid of the transform; absent where none are asked for. */
  readonly centroids?: readonly (OneGeometry | null)[] | undefined;
  readonly transform?: Transform | undefined;
  /** Of coordinates; all when undefined. */
  readonly decimals?: number | undefined;
}

const pieceCharacters = 65_536;

/** Join texts to pieces of a length that is cheap to hand over. */
export async function inPieces(texts: Iterable<string>, scheduler?: Scheduler): Promise<string[]> {
  const pieces: string[] = [];
  let piece = '';
  await forEachItem(texts, scheduler, (text) => {
    piece += text;
    if (piece.length < pieceCharacters) return;
    pieces.push(piece);
    piece = '';
  });
  pieces.push(piece);
  return pieces;
}

/** The word of a kind of geometry in both JSON and messages. */
export const geometryTypes: Readonly<Record<OneGeometry['kind'], string>> = {
  point: 'esriGeometryPoint',
  multipoint: 'esriGeometryMultipoint',
  polyline: 'esriGeometryPolyline',
  polygon: 'esriGeometryPolygon',
};
