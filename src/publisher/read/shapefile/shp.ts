import type { GeometryKind } from '../../../../sw/rows/manifest.ts';
import { type Diagnostic, diagnostic, readFault } from '../../diagnostic.ts';
import type { SourceGeometry } from '../../source-table.ts';
import { type GeometryBuilder, geometryBuilder } from '../geometry-builder.ts';
import { turnRings } from '../turn-rings.ts';

interface ShpFile {
  readonly geometry: SourceGeometry;
  readonly recordCount: number;
  readonly notes: readonly Diagnostic[];
}

/** Shape types of the technical description (Esri, 1998) without their Z and M variants, which add 10 and 20. */
const kinds: Readonly<Record<number, GeometryKind>> = { 1: 'point', 3: 'polyline', 5: 'polygon', 8: 'multipoint' };

/**
 * Read the shapes of a .shp file as flat coordinates; heights and measures are left out.
 *
 * @param skip records to leave out, counted from 0 (deleted in the table)
 * @throws {Fault} `bad-package` naming the record that is damaged or cut off, `not-supported` for multipatches
 */
export function readShp(name: string, bytes: Uint8Array, skip: ReadonlySet<number> = new Set()): ShpFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 100 || view.getInt32(0) !== 9994) {
    throw readFault('bad-package', 'badShp', name);
  }
  const type = view.getInt32(32, true);
  if (type === 31) throw readFault('not-supported', 'multipatch', name);
  const kind = kinds[type % 10];
  if (!kind || type > 28) throw readFault('bad-package', 'unknownShape', name, type);
  const builder = geometryBuilder();
  const drawing: Drawing = { view, builder, dropped: 0 };
  let at = 100;
  let recordCount = 0;
  while (at + 8 <= bytes.length) {
    const length = view.getInt32(at + 4) * 2;
    const start = at + 8;
    const location = diagnostic('inFile', name, diagnostic('record', recordCount + 1));
    if (length < 4 || start + length > bytes.length) {
      throw readFault('bad-package', 'bytesLeft', location, Math.max(length, 4), bytes.length - start);
    }
    const shape = view.getInt32(start, true);
    if (!skip.has(recordCount)) {
      if (shape !== 0 && kinds[shape % 10] !== kind) {
        throw readFault('bad-package', 'shapeExpected', location, type, shape);
      }
      if (shape !== 0) draw(drawing, kind, start, length, location);
      builder.endFeature();
    }
    recordCount++;
    at = start + length;
  }
  const declared = view.getInt32(24) * 2;
  if (declared > bytes.length) {
    throw readFault('bad-package', 'recordMissing', name, declared, bytes.length, recordCount + 1);
  }
  const notes: Diagnostic[] = [];
  if (type > 10 && type < 20) notes.push(diagnostic('heightsLeftOut'));
  if (type > 20) notes.push(diagnostic('measuresLeftOut'));
  const empty = builder.emptyCount;
  if (empty > 0) notes.push(diagnostic('withoutGeometry', empty));
  if (drawing.dropped > 0) notes.push(diagnostic('ringsLeftOut', drawing.dropped));
  const geometry = builder.finish(kind);
  if (kind === 'polygon') turnRings(geometry);
  return { geometry, recordCount, notes };
}

interface Drawing {
  readonly view: DataView;
  readonly builder: GeometryBuilder;
  dropped: number;
}

function draw(drawing: Drawing, kind: GeometryKind, start: number, length: number, location: Diagnostic): void {
  const { view, builder } = drawing;
  function vertex(at: number): void {
    const x = view.getFloat64(at, true);
    const y = view.getFloat64(at + 8, true);
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      throw readFault('bad-geometry', 'finiteExpected', location, `${x} ${y}`);
    }
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
