import { collectShapes } from '../reading/collect-shapes.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { inferColumn } from '../reading/infer-column.ts';
import { memberShape } from '../reading/member-shape.ts';
import { readBudget } from '../reading/read-budget.ts';
import type { Diagnostic } from '../reading/read-fault.ts';
import { readText } from '../reading/read-text.ts';
import { chordTolerance } from '../reading/shapes/chords.ts';
import {
  type Reader,
  readSlice,
  type SourceColumn,
  type SourceFile,
  type SourceTable,
  sizeOf,
  stem,
} from '../reading/source-table.ts';
import { makePartTables } from '../reading/tables-of-parts.ts';
import { type DxfDrawing, readDrawing } from './drawing.ts';
import { type DxfFeature, readDxfFeatures } from './features.ts';

/** Maximum layers of a drawing that stay separate; users couldn't handle more. */
const maxLayers = 40;

/**
 * Read a drawing in ASCII DXF (R12 to 2018): a table for each layer and kind of geometry, with texts separate from
 * points. Blocks are repeated for each insert, and curves become chords. Drawings have no CRS.
 *
 * @throws {Fault} `bad-package` when it's binary DXF or not a drawing, ends early or is empty; `not-supported` for DWG;
 *   `too-large` when the budget is used up
 */
export const readDxf: Reader = async (file, onProgress, signal) => {
  await refuseOthers(file);
  const text = await drawingText(file);
  signal?.throwIfAborted();
  onProgress?.(0.3);
  const drawing = readDrawing(file.name, text);
  signal?.throwIfAborted();
  onProgress?.(0.6);
  const unit = readUnit(drawing);
  const budget = readBudget(file, { entries: Math.min(2_000_000, 500_000 + sizeOf(file)) });
  const { features, leftOut } = readDxfFeatures(drawing, chordTolerance(undefined) / unit.metres, budget);
  if (features.length === 0) throw readFault('bad-package', 'dxfEmpty', file.name);
  const isScaled = unit.metres < 1 && findMaxCoordinate(features) > maxCoordinateMeters;
  const notes: Diagnostic[] = [];
  if (isScaled) notes.push(diagnostic('dxfScaled', unit.name));
  else if (unit.name !== 'm' && unit.name !== '') notes.push(diagnostic('dxfUnit', unit.name));
  if (leftOut.size > 0)
    notes.push(diagnostic('dxfLeftOut', [...leftOut].map(([type, count]) => `${type} (${count})`).join(', ')));
  const names = [...new Set(features.map(({ layer }) => layer))];
  const isMerged = names.length > maxLayers;
  if (isMerged) notes.push(diagnostic('layersMerged', names.length));
  const groups = isMerged
    ? [{ name: stem(file.name), members: features }]
    : names.map((name) => ({ name, members: features.filter(({ layer }) => layer === name) }));
  const options = { isMerged, scale: isScaled ? unit.metres : 1 };
  const tables = groups.flatMap(({ name, members }) => makeLayerTables(name, members, options));
  onProgress?.(1);
  return tables.map((table, i): SourceTable => (i === 0 ? { ...table, notes: [...notes, ...table.notes] } : table));
};

const maxCoordinateMeters = 2e7;

/** Return the largest absolute coordinate. */
function findMaxCoordinate(features: readonly DxfFeature[]): number {
  let max = 0;
  for (const { members } of features)
    for (const { paths } of members)
      for (const path of paths) for (const value of path) max = Math.max(max, Math.abs(value));
  return max;
}

/** Units of `$INSUNITS` that are used for maps. */
const units: Readonly<Record<number, { readonly name: string; readonly metres: number }>> = {
  1: { name: 'in', metres: 0.0254 },
  2: { name: 'ft', metres: 0.3048 },
  3: { name: 'mi', metres: 1609.344 },
  4: { name: 'mm', metres: 0.001 },
  5: { name: 'cm', metres: 0.01 },
  6: { name: 'm', metres: 1 },
  7: { name: 'km', metres: 1000 },
  14: { name: 'dm', metres: 0.1 },
};

const readUnit = ({ header }: DxfDrawing) => units[Number(header.get('$INSUNITS'))] ?? { name: '', metres: 1 };

/** Reject files of other formats and name their format. */
async function refuseOthers(file: SourceFile): Promise<void> {
  const head = new TextDecoder('latin1').decode(await readSlice(file, 0, 22));
  if (/^AC10\d\d/.test(head)) throw readFault('not-supported', 'unread', file.name, diagnostic('kindDwg'));
  if (head.startsWith('AutoCAD Binary DXF')) throw readFault('bad-package', 'binaryDxf', file.name);
  if (!/^\uFEFF?(?:ï»¿)?\s*(?:0|999)\s/.test(head)) throw readFault('bad-package', 'noDxf', file.name);
}

/** Decode the text in the code page that the header names. Drawings from 2007 on are UTF-8. */
async function drawingText(file: SourceFile): Promise<string> {
  const head = new TextDecoder('latin1').decode(await readSlice(file, 0, 1 << 16));
  const version = /\$ACADVER\s+1\s+AC(\d{4})/.exec(head)?.[1];
  const page = /\$DWGCODEPAGE\s+3\s+ANSI_(\d{3,4})/i.exec(head)?.[1];
  const { text } = await readText(file);
  if (page === undefined || (version !== undefined && Number(version) >= 1021)) return text;
  const encodings: Readonly<Record<string, string>> = { 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5' };
  try {
    const decoder = new TextDecoder(encodings[page] ?? `windows-${page}`);
    return decoder.decode(await readSlice(file, 0, sizeOf(file)));
  } catch {
    return text;
  }
}

interface LayerOptions {
  /** Whether the features are from several layers; then a field holds the layer name. */
  readonly isMerged: boolean;
  readonly scale: number;
}

function makeLayerTables(name: string, features: readonly DxfFeature[], options: LayerOptions): SourceTable[] {
  const shapes = features.filter(({ text }) => !text);
  const texts = features.filter(({ text }) => text);
  const shapeTables = makeTable(name, shapes, options).map((table): SourceTable => ({ ...table, isUnlabelled: true }));
  const textTables = makeTable(name, texts, options).map(
    (table): SourceTable => (shapeTables.length > 0 ? { ...table, part: 'texts' } : table),
  );
  return [...shapeTables, ...textTables];
}

function makeTable(name: string, features: readonly DxfFeature[], { isMerged, scale }: LayerOptions): SourceTable[] {
  if (features.length === 0) return [];
  const shapes = collectShapes(undefined);
  for (const [i, { members, hasCurves }] of features.entries()) {
    const scaled =
      scale === 1
        ? members
        : members.map(({ family, paths }) => ({
            family,
            paths: paths.map((path) => path.map((value) => value * scale)),
          }));
    shapes.add(() => memberShape(scaled, false, hasCurves ? 1 : 0), String(i + 1));
  }
  const column = (key: string, read: (feature: DxfFeature) => string | number | undefined): SourceColumn[] => {
    const values = features.map((feature) => read(feature) ?? null);
    return values.some((value) => value !== null && value !== '') ? [inferColumn(key, key, values)] : [];
  };
  const columns = [
    ...column('text', ({ text }) => text?.content),
    ...(isMerged ? column('layer', ({ layer }) => layer) : []),
    ...column('type', ({ type }) => type),
    ...column('block', ({ block }) => block || undefined),
    ...column('color', ({ color }) => color),
    ...column('height', ({ text }) => text && text.height * scale),
    ...column('rotation', ({ text }) => text?.rotation),
  ];
  return makePartTables({ name }, shapes.finish(), { rowCount: features.length, columns, notes: [] });
}
