import type { SqlValue } from 'sql.js';
import { type Diagnostic, diagnostic, readFault } from '../../diagnostic.ts';
import type { SourceGeometry } from '../../source-table.ts';
import { kindOf } from '../collect-features.ts';
import { type GeometryBuilder, geometryBuilder } from '../geometry-builder.ts';
import { drawWkb, type Family, scanWkb, type Wkb } from './wkb.ts';

/** The rows of a table that have shapes of one kind. */
export interface ShapePart {
  readonly family: Family;
  readonly geometry: SourceGeometry;
  /** Numbers of the rows in the table, ascending. */
  readonly rows: readonly number[];
  readonly notes: readonly Diagnostic[];
}

export interface ShapeCollector {
  /**
   * Add the geometry of the next row; a collection goes to every kind of layer it has members for, no geometry to the first.
   *
   * @param rowName how diagnostics name the row
   * @throws {Fault} `bad-geometry` when it is damaged
   */
  add(value: SqlValue, rowName: string): void;
  /** One part for each kind of geometry met, points first; without any, one of the kind that the table says, or none. */
  finish(): ShapePart[];
}

interface Part {
  readonly builder: GeometryBuilder;
  readonly rows: number[];
}

/** Bytes of the envelope by its kind (OGC 12-128r18, 2.1.3). */
const envelopeBytes = [0, 32, 48, 48, 64] as const;
const families = ['points', 'lines', 'polygons'] as const;

/**
 * Collect the geometries of a table of a GeoPackage.
 *
 * @param declared the kind that the table says, such as `MULTIPOLYGON`
 * @param locationOf  the place of a row by what it is called
 */
export function collectShapes(declared: string, locationOf: (rowName: string) => Diagnostic): ShapeCollector {
  const parts = new Map<Family, Part>();
  /** Rows without geometry before the first with one. */
  let bare: number[] = [];
  let rowCount = 0;
  let droppedRings = 0;
  let hasHeights = false;
  let hasMeasures = false;
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

  function draw(wkb: Wkb, rowName: string): void {
    const shape = scanWkb(wkb);
    if (shape.unreadable) {
      if (unreadable.count++ === 0) unreadable.first = rowName;
      unreadable.kinds.add(shape.unreadable);
      addNothing();
      return;
    }
    hasHeights ||= shape.hasHeights;
    hasMeasures ||= shape.hasMeasures;
    if (shape.families.size === 0) addNothing();
    for (const family of shape.families) partFor(family);
    droppedRings += drawWkb(wkb, (family) => parts.get(family)!.builder);
    for (const family of shape.families) endRow(parts.get(family)!);
  }

  return {
    add(value, rowName) {
      const wkb = value === null ? undefined : wkbOf(value, () => locationOf(rowName));
      if (wkb) draw(wkb, rowName);
      else addNothing();
      rowCount++;
    },
    finish() {
      const declaredFamily = familyOfName(declared);
      if (parts.size === 0 && declaredFamily) partFor(declaredFamily);
      const shared: Diagnostic[] = [];
      if (hasHeights) shared.push(diagnostic('heightsLeftOut'));
      if (hasMeasures) shared.push(diagnostic('measuresLeftOut'));
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
        return [{ family, geometry: builder.finish(kindOf(family, builder)), rows, notes }];
      });
    },
  };
}

/** What follows the head of a geometry; nothing when the head says that it is empty. */
function wkbOf(value: NonNullable<SqlValue>, location: () => Diagnostic): Wkb | undefined {
  const isBinary = value instanceof Uint8Array && value.length >= 8 && value[0] === 0x47 && value[1] === 0x50;
  if (!isBinary) {
    const found = value instanceof Uint8Array ? [...value.subarray(0, 4)].map(hex).join(' ') : `"${value}"`;
    throw readFault('bad-geometry', 'geoPackageGeometry', location(), found.slice(0, 40) || diagnostic('nothing'));
  }
  const flags = value[3]!;
  if (flags & 0x20) throw readFault('bad-geometry', 'geoPackageGeometry', location(), 'ExtendedGeoPackageBinary');
  if (flags & 0x10) return undefined;
  const envelope = envelopeBytes[(flags >> 1) & 7];
  if (envelope === undefined) throw readFault('bad-geometry', 'envelopeExpected', location(), (flags >> 1) & 7);
  return { view: new DataView(value.buffer, value.byteOffset, value.byteLength), start: 8 + envelope, location };
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

function familyOfName(name: string): Family | undefined {
  if (/POINT/i.test(name)) return 'points';
  if (/LINESTRING|CURVE$/i.test(name)) return 'lines';
  return /POLYGON|SURFACE$/i.test(name) ? 'polygons' : undefined;
}
