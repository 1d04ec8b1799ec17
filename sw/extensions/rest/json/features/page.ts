import type { AnyValue, Value } from '../../../../contract/infer.ts';
import type { SingleGeometry } from '../../../../geometry/single-geometry.ts';
import { forEachItem, type Scheduler } from '../../../../scheduler.ts';
import type { Transform } from './quantize.ts';

/** Rows of a response, in the spatial reference of the response. */
export interface FeaturePage {
  /** The fields of the attributes, without geometry and images. */
  readonly fields: readonly Value<'Field'>[];
  /** One list per row, in the order of `fields`; the value of `idField` follows them. */
  readonly values: readonly (readonly AnyValue[])[];
  readonly displayField: string;
  /** undefined for statistics and distinct values, which have no ID. */
  readonly idField: string | undefined;
  /** Whether more rows match. */
  readonly isExceeded: boolean;
  /** undefined if no geometries are sent. */
  readonly geometry?: PageGeometry | undefined;
}

export interface PageGeometry {
  readonly kind: SingleGeometry['kind'];
  readonly reference: Value<'SpatialReference'> | undefined;
  /** One geometry per row; null if a row has none. With a transform, coordinates are absolute integers. */
  readonly shapes: readonly (SingleGeometry | null)[];
  /**
   * One point per row, on the grid of the transform; null if a row has no geometry. Absent if no centroids are
   * requested.
   */
  readonly centroids?: readonly (SingleGeometry | null)[] | undefined;
  readonly transform?: Transform | undefined;
  /** Decimal places of coordinates; undefined for all. */
  readonly decimals?: number | undefined;
}

const pieceCharacters = 65_536;

/** Join strings into pieces that are large enough to send efficiently. */
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

/** The REST word of each kind of geometry. */
export const geometryTypes: Readonly<Record<SingleGeometry['kind'], string>> = {
  point: 'esriGeometryPoint',
  multipoint: 'esriGeometryMultipoint',
  polyline: 'esriGeometryPolyline',
  polygon: 'esriGeometryPolygon',
};
