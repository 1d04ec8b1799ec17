import { Fault } from '../../../contract/index.ts';
import type { GeometryBatch } from '../../../rows/batch.ts';
import type { Family } from '../../../rows/geometry/geometry-codes.ts';
import type { GeometryKind } from '../../../rows/manifest.ts';
import { type GeometryBuilder, geometryBuilder } from '../geometry-builder.ts';

/** A geometry of a file that was inspected, but not yet drawn. */
export interface Shape {
  readonly families: ReadonlySet<Family>;
  readonly hasHeights: boolean;
  readonly hasMeasures: boolean;
  /** Number of curves that are drawn as chords. */
  readonly curveCount?: number;
  /** The first type in it that can't be drawn: a solid or an unsupported curve. The geometry is then left out. */
  readonly unreadable?: string | undefined;
  /**
   * Draw the geometry without heights and measures. The builder of a family gets the members of that family.
   *
   * @returns number of rings that were dropped because they have fewer than three corners
   */
  draw(getBuilder: (family: Family) => GeometryBuilder): number;
}

const messages = {
  bytesLeft: (expected: number, remaining: number) => `expected ${expected} bytes, found ${remaining}`,
  byteOrderExpected: (actual: number) => `expected byte order 0 or 1, found ${actual}`,
  geometryTypeExpected: (actual: string) => `expected geometry type, found ${actual}`,
  finiteExpected: (actual: string) => `expected finite coordinates, found ${actual}`,
  damaged: (reason: string) => reason,
} as const;

/** A damaged or unsupported geometry. The reader of the file adds the location and has a text for each key. */
export class GeometryFault extends Fault {
  readonly key: keyof typeof messages;
  readonly values: readonly (string | number)[];

  constructor(key: keyof typeof messages, ...values: readonly (string | number)[]) {
    super('bad-geometry', (messages[key] as (...values: readonly (string | number)[]) => string)(...values));
    this.key = key;
    this.values = values;
  }
}

/**
 * Draw the geometries of consecutive rows into a batch of one kind. As in copied data, rings with fewer than three
 * corners are left out.
 *
 * @param readShape returns undefined for a row without a geometry
 * @throws {RangeError} naming the row, if a geometry is damaged or of another kind
 */
export function buildShapeBatch(
  kind: GeometryKind,
  { firstRow, rowCount }: Pick<GeometryBatch, 'firstRow' | 'rowCount'>,
  readShape: (row: number) => Shape | undefined,
): GeometryBatch {
  const builder = geometryBuilder();
  const fits = (family: Family): boolean => kindsByFamily[family].includes(kind);
  for (let row = 0; row < rowCount; row++) {
    try {
      const shape = readShape(row);
      const other = shape?.unreadable ?? [...(shape?.families ?? [])].find((family) => !fits(family));
      if (other) throw new RangeError(`expected ${kind}, found ${other}`);
      shape?.draw(() => builder);
    } catch (error) {
      if (!(error instanceof GeometryFault || error instanceof RangeError)) throw error;
      throw new RangeError(`row ${firstRow + row + 1}: ${error.message}`, { cause: error });
    }
    builder.endFeature();
    if (kind === 'point' && builder.multipartCount > 0)
      throw new RangeError(`row ${firstRow + row + 1}: expected point, found multipoint`);
  }
  return { ...builder.finish(kind), firstRow, rowCount };
}

const kindsByFamily: Readonly<Record<Family, readonly GeometryKind[]>> = {
  points: ['point', 'multipoint'],
  lines: ['polyline'],
  polygons: ['polygon'],
};
