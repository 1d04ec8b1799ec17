import type { Family } from '../../rows/geometry/geometry-codes.ts';
import { badRows } from './bad-rows.ts';
import { getGeometryKind } from './collect-features.ts';
import { diagnostic, readFault } from './diagnostic.ts';
import { type GeometryBuilder, geometryBuilder } from './geometry-builder.ts';
import type { Diagnostic } from './read-fault.ts';
import { GeometryFault, type Shape } from './shapes/shape.ts';
import type { SourceGeometry } from './source-table.ts';

/** The rows of a table whose geometries are of one kind. */
export interface ShapePart {
  readonly family: Family;
  readonly geometry: SourceGeometry;
  /** Row numbers in the table, ascending. */
  readonly rows: readonly number[];
  readonly notes: readonly Diagnostic[];
}

export interface ShapeCollector {
  /**
   * Add the geometry of the next row. A geometry collection adds the row to each kind that it has members of. A row
   * without geometry is added to the first kind.
   *
   * @param rowName name of the row in diagnostics
   * @param read returns the geometry; if it or the drawing throws, the row has no geometry and a note names it
   * @param location of the row in the file, for faults of the geometry
   */
  add(read: () => Shape | undefined, rowName: string, location?: () => Diagnostic): void;
  /**
   * Return one part for each kind of geometry, points first. Without geometries, return a part of the declared kind, or
   * no part.
   */
  finish(): ShapePart[];
}

interface Part {
  readonly builder: GeometryBuilder;
  readonly rows: number[];
}

const families = ['points', 'lines', 'polygons'] as const;

/**
 * Collect the geometries of a table, split by kind.
 *
 * @param declared family that the table declares
 */
export function collectShapes(declared: Family | undefined): ShapeCollector {
  const parts = new Map<Family, Part>();
  /** Rows without geometry before the first row with one. */
  let bare: number[] = [];
  let rowCount = 0;
  let droppedRings = 0;
  let curveCount = 0;
  let hasHeights = false;
  let hasMeasures = false;
  const bad = badRows();
  const unreadable = { count: 0, kinds: new Set<string>(), first: '' };

  function partFor(family: Family): Part {
    let part = parts.get(family);
    if (part) return part;
    part = { builder: geometryBuilder(), rows: bare };
    for (const _ of bare) part.builder.endFeature();
    bare = [];
    parts.set(family, part);
    return part;
  }

  function endRow(part: Part): void {
    part.rows.push(rowCount);
    part.builder.endFeature();
  }

  function addNothing(): void {
    const first = parts.values().next().value;
    if (first) endRow(first);
    else bare.push(rowCount);
  }

  function draw(shape: Shape, rowName: string, getLocation: () => Diagnostic): void {
    if (shape.unreadable) {
      if (unreadable.count++ === 0) unreadable.first = rowName;
      unreadable.kinds.add(shape.unreadable);
      addNothing();
      return;
    }
    curveCount += shape.curveCount ?? 0;
    hasHeights ||= shape.hasHeights;
    hasMeasures ||= shape.hasMeasures;
    if (shape.families.size === 0) addNothing();
    for (const family of shape.families) partFor(family);
    const dropped = bad.attempt(() =>
      withLocation(() => shape.draw((family) => parts.get(family)!.builder), getLocation),
    );
    droppedRings += dropped ?? 0;
    for (const family of shape.families) {
      if (dropped === undefined) parts.get(family)!.builder.undoFeature();
      endRow(parts.get(family)!);
    }
  }

  return {
    add(read, rowName, getLocation = () => diagnostic('rowAt', rowCount + 1)) {
      const shape = bad.attempt(() => withLocation(read, getLocation));
      if (shape) draw(shape, rowName, getLocation);
      else addNothing();
      rowCount++;
    },
    finish() {
      if (parts.size === 0 && declared) partFor(declared);
      const shared = bad.notes();
      if (hasHeights) shared.push(diagnostic('heightsLeftOut'));
      if (hasMeasures) shared.push(diagnostic('measuresLeftOut'));
      if (curveCount > 0) shared.push(diagnostic('curvesDrawn', curveCount));
      if (unreadable.count > 0)
        shared.push(diagnostic('curvesLeftOut', unreadable.count, [...unreadable.kinds].join(', '), unreadable.first));
      return families.flatMap((family): ShapePart[] => {
        const part = parts.get(family);
        if (!part) return [];
        const { builder, rows } = part;
        const empty = builder.emptyCount;
        const notes = shared.splice(0);
        if (empty > 0) notes.push(diagnostic('withoutGeometry', empty));
        if (droppedRings > 0 && family === 'polygons') notes.push(diagnostic('ringsLeftOut', droppedRings));
        return [{ family, geometry: builder.finish(getGeometryKind(family, builder)), rows, notes }];
      });
    },
  };
}

/** Run a job and add a location to a `GeometryFault` that it throws. */
function withLocation<Result>(job: () => Result, getLocation: () => Diagnostic): Result {
  try {
    return job();
  } catch (error) {
    if (!(error instanceof GeometryFault)) throw error;
    throw readFault('bad-geometry', error.key, getLocation(), ...(error.values as [never, never]));
  }
}

/** Return the family of a geometry type name, ignoring case; undefined for collections and unknown names. */
export function findFamily(name: string): Family | undefined {
  if (/POINT/i.test(name)) return 'points';
  if (/LINESTRING|CIRCULARSTRING|CURVE$/i.test(name)) return 'lines';
  return /POLYGON|SURFACE$/i.test(name) ? 'polygons' : undefined;
}
