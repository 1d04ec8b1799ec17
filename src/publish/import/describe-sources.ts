import { kinks, polygon } from '@turf/turf';
import { diagnostic } from '../../../sw/formats/reading/diagnostic.ts';
import type { Diagnostic } from '../../../sw/formats/reading/read-fault.ts';
import type { SourceRaster } from '../../../sw/formats/reading/source-raster.ts';
import type { SourceColumn, SourceGeometry, SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { isLikelyGeographic } from '../../../sw/formats/reading/spatial-reference.ts';
import { extentOfVertices } from '../../../sw/geometry/single-geometry.ts';
import { possibleReadings } from './columns/retype-column.ts';
import { type LayerInWorker, type ReadColumn, shapeOfKind } from './read-layer.ts';
import { defaultColor, displayField, symbolSizePt } from './style.ts';

const maxPaths = 1500;
const maxVertices = 12_000;
const maxSamples = 3;

export function describeTable(table: SourceTable, source: Pick<LayerInWorker, 'format' | 'fileName'>): LayerInWorker {
  const {
    name,
    rowCount,
    geometry,
    spatialReference,
    isReferenceByFormat,
    description,
    style,
    isExtra = false,
  } = table;
  return {
    ...source,
    table,
    ...{ name, rowCount, description, spatialReference, isReferenceByFormat, isExtra },
    geometry: geometry ? shapeOfKind[geometry.kind] : 'none',
    columns: table.columns.map(describeColumn),
    notes: listNotes(table),
    isGeographic: geometry !== undefined && isLikelyGeographic(geometry),
    extent: geometry && extentOfVertices(geometry.xy),
    sketch: geometry ? makeSketch(geometry) : [],
    color: style?.color ?? defaultColor(geometry?.kind ?? 'point', name),
    sizePt: style?.sizePt ?? symbolSizePt(geometry?.kind ?? 'point', rowCount),
    colorCount: style?.classes?.colors.length ?? 1,
    displayField: displayField(table.columns)?.name,
  };
}

export function describeRaster(raster: SourceRaster): LayerInWorker {
  const { name, widthPx, heightPx, bands, notes, extent, spatialReference, description } = raster;
  const [xmin, ymin, xmax, ymax] = extent;
  return {
    raster,
    ...{ name, notes, description, spatialReference, extent },
    format: 'Raster',
    geometry: 'raster',
    rowCount: widthPx * heightPx,
    columns: bands.map((band) => ({
      ...{ name: band.name, alias: band.name },
      ...{ readings: [], samples: [], emptyCount: 0, isUnique: false },
    })),
    isGeographic: xmin >= -360.5 && xmax <= 360.5 && ymin >= -90.5 && ymax <= 90.5,
    sketch: [Float64Array.of(xmin, ymin, xmax, ymin, xmax, ymax, xmin, ymax, xmin, ymin)],
    color: defaultColor('polygon', name),
    sizePt: 1,
    colorCount: 1,
    isExtra: false,
  };
}

/** Return the diagnostics of the reader, then those about self-intersecting rings and the antimeridian. */
function listNotes(table: SourceTable): readonly Diagnostic[] {
  const diagnostics = [crossingNote(table), dateLineNote(table)].filter((note) => note !== undefined);
  return diagnostics.length > 0 ? [...table.notes, ...diagnostics] : table.notes;
}

function describeColumn(column: SourceColumn): ReadColumn {
  const first: (string | number)[] = [];
  const met = new Set<string | number>();
  let emptyCount = 0;
  let isUnique = true;
  for (const value of column.values) {
    if (value === null || value === '') {
      emptyCount++;
      continue;
    }
    if (first.length < maxSamples && !first.includes(value)) first.push(value);
    if (!isUnique) continue;
    const before = met.size;
    met.add(value);
    isUnique = met.size > before;
  }
  return {
    name: column.name,
    alias: column.alias,
    readings: possibleReadings(column),
    samples: first.map((value) => (typeof value === 'string' ? value.slice(0, 60) : value)),
    emptyCount,
    isUnique: isUnique && met.size > 0,
  };
}

/** Sample every n-th part and every m-th vertex, always with the first and last vertex of a part. */
function makeSketch({ xy, partOffsets }: SourceGeometry): Float64Array[] {
  const parts = partOffsets.length - 1;
  const partStep = Math.max(1, Math.ceil(parts / maxPaths));
  const vertexStep = Math.max(1, Math.ceil(xy.length / 2 / partStep / maxVertices));
  const paths: Float64Array[] = [];
  for (let part = 0; part < parts; part += partStep) {
    const [from, to] = [partOffsets[part]!, partOffsets[part + 1]!];
    const path: number[] = [];
    for (let vertex = from; vertex < to; vertex += vertexStep) path.push(xy[vertex * 2]!, xy[vertex * 2 + 1]!);
    if (to - from > 1 && (to - 1 - from) % vertexStep !== 0) path.push(xy[to * 2 - 2]!, xy[to * 2 - 1]!);
    if (path.length > 0) paths.push(Float64Array.from(path));
  }
  return paths;
}

/** Limits of the check, so that it doesn't delay large files. */
const limits = { vertices: 2_000, features: 5_000, milliseconds: 1_500 };

/**
 * Report polygons that intersect themselves. They are drawn and found, but their areas and spatial relations are
 * unreliable. Polygons beyond the limits for size, count and time are skipped.
 *
 * @returns undefined if none was found
 */
export function crossingNote({ geometry }: SourceTable): Diagnostic | undefined {
  if (geometry?.kind !== 'polygon') return undefined;
  const { xy, partOffsets, featureOffsets } = geometry;
  const startedAt = performance.now();
  let count = 0;
  let first = 0;
  for (let feature = 0; feature + 1 < featureOffsets.length && feature < limits.features; feature++) {
    if (performance.now() - startedAt > limits.milliseconds) break;
    for (let part = featureOffsets[feature]!; part < featureOffsets[feature + 1]!; part++) {
      const from = partOffsets[part]!;
      const end = partOffsets[part + 1]!;
      if (end - from < 5 || end - from > limits.vertices) continue;
      const ring = Array.from({ length: end - from }, (_, i) => [xy[2 * (from + i)]!, xy[2 * (from + i) + 1]!]);
      if (kinks(polygon([ring])).features.length === 0) continue;
      count++;
      first ||= feature + 1;
      break;
    }
  }
  if (count === 0) return undefined;
  return count === 1 ? diagnostic('crossesItself', first) : diagnostic('crossThemselves', count, first);
}

/**
 * Report geographic lines and polygons with an edge of more than 180°, which usually crosses the antimeridian. An edge
 * from -180° to 180° is valid, as for Antarctica.
 *
 * @returns undefined if no edge is that long
 */
export function dateLineNote({ geometry, spatialReference }: SourceTable): Diagnostic | undefined {
  if (geometry?.kind !== 'polygon' && geometry?.kind !== 'polyline') return undefined;
  if (spatialReference?.type === 'ProjectedCoordinateSystem' || !isLikelyGeographic(geometry)) return undefined;
  const { xy, partOffsets, featureOffsets } = geometry;
  const isEnd = (x: number): boolean => Math.abs(Math.abs(x) - 180) < 1e-6;
  const jumps = (part: number): boolean => {
    for (let offset = 2 * partOffsets[part]! + 2; offset < 2 * partOffsets[part + 1]!; offset += 2) {
      const [x, before] = [xy[offset]!, xy[offset - 2]!];
      if (Math.abs(x - before) > 180 && !(isEnd(x) && isEnd(before))) return true;
    }
    return false;
  };
  let [count, first] = [0, 0];
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
    let part = featureOffsets[feature]!;
    while (part < featureOffsets[feature + 1]! && !jumps(part)) part++;
    if (part === featureOffsets[feature + 1]!) continue;
    count++;
    first ||= feature + 1;
  }
  return count === 0 ? undefined : diagnostic('jumpDateLine', count, first);
}
