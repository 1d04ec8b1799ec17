import type { Budget } from '../../contract/budget.ts';
import type { GeometryKind } from '../../rows/manifest.ts';
import { drawFlat } from '../geojson/draw-flat.ts';
import type { FlatCoordinates } from '../geojson/read-coordinates.ts';
import { badRows } from './bad-rows.ts';
import { diagnostic, excerpt, readFault } from './diagnostic.ts';
import { fieldName } from './field-names.ts';
import { type GeometryBuilder, geometryBuilder } from './geometry-builder.ts';
import { inferColumn } from './infer-column.ts';
import type { Diagnostic } from './read-fault.ts';
import type { SourceTable } from './source-table.ts';

/** A GeoJSON geometry as it was in the file, unchecked. */
export interface LooseGeometry {
  readonly type?: unknown;
  readonly coordinates?: unknown;
  readonly geometries?: unknown;
}

type Family = 'points' | 'lines' | 'polygons';
const families: Readonly<Record<string, Family>> = Object.assign(Object.create(null), {
  Point: 'points',
  MultiPoint: 'points',
  LineString: 'lines',
  MultiLineString: 'lines',
  Polygon: 'polygons',
  MultiPolygon: 'polygons',
});

interface Part {
  readonly builder: GeometryBuilder;
  readonly columns: Map<string, unknown[]>;
  rowCount: number;
}

interface FeatureCollector {
  /**
   * Add one feature. A geometry collection adds a row to the table of each kind that it has members of. If coordinates
   * are missing, not numbers or not finite, the row has no geometry and a note names it.
   *
   * @param location of the feature, for notes
   * @param flat the geometry's coordinates, if they were read separately
   */
  add(
    properties: Iterable<readonly [string, unknown]>,
    geometry: LooseGeometry | null,
    location: Diagnostic,
    flat?: FlatCoordinates,
  ): void;
  /** Return one table for each kind of geometry, points first; a plain table if there were no geometries. */
  finish(name: string): Omit<SourceTable, 'spatialReference'>[];
}

/**
 * Collect features with any geometry into tables of one kind each.
 *
 * @param budget limits columns, and cells because each property of a feature is a cell; unlimited if absent
 */
export function collectFeatures(budget?: Budget): FeatureCollector {
  const parts = new Map<Family, Part>();
  let bare: Part | undefined;
  let heights = 0;
  let droppedRings = 0;
  const bad = badRows();

  function partFor(family: Family): Part {
    let part = parts.get(family);
    if (part) return part;
    // Rows without geometry that precede the first geometry join its table.
    part = bare ?? newPart();
    bare = undefined;
    parts.set(family, part);
    return part;
  }

  function vertex(builder: GeometryBuilder, position: unknown, location: Diagnostic): void {
    const [x, y] = (Array.isArray(position) ? position : []).map((value) =>
      typeof value === 'bigint' ? Number(value) : value,
    );
    if (!Number.isFinite(x) || !Number.isFinite(y))
      throw readFault('bad-geometry', 'positionExpected', location, excerpt(position));
    if ((position as unknown[]).length > 2) heights++;
    builder.addVertex(x, y);
  }

  function path(builder: GeometryBuilder, positions: unknown, location: Diagnostic): void {
    for (const position of list(positions, location)) vertex(builder, position, location);
  }

  function polygon(builder: GeometryBuilder, rings: unknown, location: Diagnostic): void {
    list(rings, location).forEach((ring, index) => {
      path(builder, ring, location);
      if (!builder.endRing(index === 0 ? 'exterior' : 'hole')) droppedRings++;
    });
  }

  function draw(builder: GeometryBuilder, geometry: LooseGeometry, location: Diagnostic): void {
    const { type, coordinates } = geometry;
    if (type === 'Point') {
      // GeoJSON writes an empty point as an empty list.
      if (Array.isArray(coordinates) && coordinates.length === 0) return;
      vertex(builder, coordinates, location);
      builder.endPart();
    } else if (type === 'MultiPoint') {
      for (const position of list(coordinates, location)) {
        vertex(builder, position, location);
        builder.endPart();
      }
    } else if (type === 'LineString') {
      path(builder, coordinates, location);
      builder.endPart();
    } else if (type === 'MultiLineString') {
      for (const line of list(coordinates, location)) {
        path(builder, line, location);
        builder.endPart();
      }
    } else if (type === 'Polygon') polygon(builder, coordinates, location);
    else for (const rings of list(coordinates, location)) polygon(builder, rings, location);
  }

  function attemptDraw({ builder }: Part, members: readonly LooseGeometry[], location: Diagnostic): void {
    const isDrawn = bad.attempt(() => {
      for (const member of members) draw(builder, member, location);
      return true;
    });
    if (!isDrawn) builder.undoFeature();
  }

  return {
    add(properties, geometry, location, flat) {
      const only = typeof geometry?.type === 'string' ? families[geometry.type] : undefined;
      if (geometry && only) {
        const part = partFor(only);
        const rings = flat && drawFlat(part.builder, geometry.type, flat);
        if (rings) {
          droppedRings += rings.droppedCount;
          if (flat.hasHeights) heights++;
        } else attemptDraw(part, [flat ? { ...geometry, coordinates: flat.nested() } : geometry], location);
        addRow(part, properties, budget);
        part.builder.endFeature();
        return;
      }
      const members = (geometry && bad.attempt(() => flatten(geometry, location, 0))) ?? [];
      const presentFamilies = [...new Set(members.map((member) => families[member.type as string]!))];
      const first = parts.values().next().value;
      if (presentFamilies.length === 0) {
        bare = first ? undefined : (bare ?? newPart());
        addRow((first ?? bare)!, properties, budget);
        (first ?? bare)!.builder.endFeature();
      }
      for (const family of presentFamilies) {
        const part = partFor(family);
        const familyMembers = members.filter(({ type }) => families[type as string] === family);
        attemptDraw(part, familyMembers, location);
        addRow(part, properties, budget);
        part.builder.endFeature();
      }
    },
    finish(name) {
      const tables: Omit<SourceTable, 'spatialReference'>[] = [];
      for (const family of ['points', 'lines', 'polygons'] as const) {
        const part = parts.get(family);
        if (!part) continue;
        const empty = part.builder.emptyCount;
        const notes = tables.length === 0 ? bad.notes() : [];
        if (empty > 0) notes.push(diagnostic('withoutGeometry', empty));
        if (droppedRings > 0 && family === 'polygons') notes.push(diagnostic('ringsLeftOut', droppedRings));
        if (heights > 0 && tables.length === 0) notes.push(diagnostic('heightsLeftOut'));
        tables.push({
          name,
          part: parts.size > 1 ? family : undefined,
          rowCount: part.rowCount,
          columns: finishColumns(part, budget),
          geometry: part.builder.finish(getGeometryKind(family, part.builder)),
          notes,
        });
      }
      if (tables.length === 0 && bare) {
        tables.push({
          name,
          rowCount: bare.rowCount,
          columns: finishColumns(bare, budget),
          notes: [diagnostic('noGeometry'), ...bad.notes()],
        });
      }
      return tables;
    },
  };
}

function newPart(): Part {
  return { builder: geometryBuilder(), columns: new Map(), rowCount: 0 };
}

function addRow(part: Part, properties: Iterable<readonly [string, unknown]>, budget: Budget | undefined): void {
  const row = part.rowCount++;
  let count = 0;
  for (const [key, value] of properties) {
    let column = part.columns.get(key);
    if (!column) {
      column = [];
      part.columns.set(key, column);
      budget?.take('columns');
    }
    if (column.length < row) budget?.take('cells', row - column.length);
    while (column.length < row) column.push(null);
    column[row] = value;
    count++;
  }
  budget?.take('cells', count);
}

function finishColumns(part: Part, budget: Budget | undefined): SourceTable['columns'] {
  const taken = new Set<string>();
  return [...part.columns].map(([key, raw]) => {
    budget?.take('cells', part.rowCount - raw.length);
    while (raw.length < part.rowCount) raw.push(null);
    return inferColumn(fieldName(key, taken), key, raw);
  });
}

/** Return the geometry kind of a layer with the features of a builder. */
export function getGeometryKind(family: Family, builder: GeometryBuilder): GeometryKind {
  if (family === 'points') return builder.multipartCount > 0 ? 'multipoint' : 'point';
  return family === 'lines' ? 'polyline' : 'polygon';
}

function list(value: unknown, location: Diagnostic): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw readFault('bad-geometry', 'listExpected', location, excerpt(value));
}

function flatten(geometry: LooseGeometry, location: Diagnostic, depth: number): LooseGeometry[] {
  if (geometry.type === 'GeometryCollection' && depth < 16) {
    return list(geometry.geometries, location).flatMap((member) => flatten(Object(member), location, depth + 1));
  }
  if (typeof geometry.type === 'string' && families[geometry.type]) return [geometry];
  throw readFault('bad-geometry', 'geometryTypeExpected', location, excerpt(geometry.type));
}
