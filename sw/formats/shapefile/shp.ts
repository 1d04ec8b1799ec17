import type { Budget } from '../../contract/budget.ts';
import type { GeometryKind } from '../../rows/manifest.ts';
import { badRows } from '../reading/bad-rows.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { type GeometryBuilder, geometryBuilder } from '../reading/geometry-builder.ts';
import type { Diagnostic } from '../reading/read-fault.ts';
import type { SourceGeometry } from '../reading/source-table.ts';
import { turnRings } from '../reading/turn-rings.ts';

interface ShpFile {
  readonly geometry: SourceGeometry;
  readonly notes: readonly Diagnostic[];
}

/** Shape types of the technical description (Esri, 1998); their Z and M variants add 10 and 20. */
const kinds: Readonly<Record<number, GeometryKind>> = { 1: 'point', 3: 'polyline', 5: 'polygon', 8: 'multipoint' };

/**
 * Read the shapes of a .shp file as flat coordinates, without heights and measures. A damaged record has no geometry
 * and is listed in the notes.
 *
 * @param records offsets of the records, from `shapeRecords`
 * @param budget charged for vertices
 * @param skip indexes of records to skip, counted from 0 (deleted in the table)
 * @throws {Fault} `bad-package` when it isn't a .shp; `not-supported` for multipatches
 */
export function readShp(
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  records: readonly number[],
  budget: Budget,
  skip: ReadonlySet<number> = new Set(),
): ShpFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = shapeType(name, view);
  const kind = kinds[type % 10]!;
  const builder = geometryBuilder();
  const drawing: Drawing = { view, builder, budget, dropped: 0 };
  const bad = badRows();
  for (const [record, offset] of records.entries()) {
    if (skip.has(record)) continue;
    const start = offset + 8;
    // A null shape has only its type, whatever length its record declares.
    const shape = offset === 0 ? 0 : view.getInt32(start, true);
    const isDrawn = bad.attempt(() => {
      if (shape === 0) return true;
      const location = diagnostic('inFile', name, diagnostic('record', record + 1));
      if (kinds[shape % 10] !== kind) throw readFault('bad-package', 'shapeExpected', location, type, shape);
      const length = view.getInt32(offset + 4) * 2;
      if (start + length > bytes.length)
        throw readFault('bad-package', 'bytesLeft', location, length, bytes.length - start);
      draw(drawing, kind, start, length, location);
      return true;
    });
    if (!isDrawn) builder.undoFeature();
    builder.endFeature();
  }
  const notes = bad.notes();
  if (type > 10 && type < 20) notes.push(diagnostic('heightsLeftOut'));
  if (type > 20) notes.push(diagnostic('measuresLeftOut'));
  const empty = builder.emptyCount;
  if (empty > 0) notes.push(diagnostic('withoutGeometry', empty));
  if (drawing.dropped > 0) notes.push(diagnostic('ringsLeftOut', drawing.dropped));
  const geometry = builder.finish(kind);
  if (kind === 'polygon') turnRings(geometry);
  return { geometry, notes };
}

/**
 * Return the shape type of a file, which all its shapes share.
 *
 * @throws {Fault} `bad-package` when it isn't a .shp; `not-supported` for multipatches
 */
function shapeType(name: string, view: DataView): number {
  if (view.byteLength < 100 || view.getInt32(0) !== 9994) throw readFault('bad-package', 'badShp', name);
  const type = view.getInt32(32, true);
  if (type === 31) throw readFault('not-supported', 'multipatch', name);
  if (!kinds[type % 10] || type > 28) throw readFault('bad-package', 'unknownShape', name, type);
  return type;
}

interface Drawing {
  readonly view: DataView;
  readonly builder: GeometryBuilder;
  readonly budget: Budget;
  dropped: number;
}

function draw(drawing: Drawing, kind: GeometryKind, start: number, length: number, location: Diagnostic): void {
  const { view, builder, budget } = drawing;
  function vertex(offset: number): void {
    const [x, y] = [view.getFloat64(offset, true), view.getFloat64(offset + 8, true)];
    if (!Number.isFinite(x) || !Number.isFinite(y))
      throw readFault('bad-geometry', 'finiteExpected', location, `(${x}, ${y})`);
    builder.addVertex(x, y);
  }
  function need(size: number): void {
    if (size > length) throw readFault('bad-package', 'bytesInRecord', location, size, length);
  }
  if (kind === 'point') {
    need(20);
    vertex(start + 4);
    builder.endPart();
    return;
  }
  need(40);
  if (kind === 'multipoint') {
    const count = view.getUint32(start + 36, true);
    need(40 + count * 16);
    budget.take('vertices', count);
    for (let v = 0; v < count; v++) {
      vertex(start + 40 + v * 16);
      builder.endPart();
    }
    return;
  }
  need(44);
  const partCount = view.getUint32(start + 36, true);
  const vertexCount = view.getUint32(start + 40, true);
  const coordinates = 44 + partCount * 4;
  need(coordinates + vertexCount * 16);
  budget.take('vertices', vertexCount);
  for (let part = 0; part < partCount; part++) {
    const from = view.getUint32(start + 44 + part * 4, true);
    const to = part + 1 < partCount ? view.getUint32(start + 48 + part * 4, true) : vertexCount;
    if (from > to || to > vertexCount) {
      throw readFault('bad-package', 'badPart', location, part + 1, from, to, vertexCount);
    }
    for (let v = from; v < to; v++) vertex(start + coordinates + v * 16);
    if (kind === 'polyline') builder.endPart();
    else if (!builder.endRing('as-drawn')) drawing.dropped++;
  }
}
