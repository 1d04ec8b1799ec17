import { detectEncoding, encodingHeadBytes } from '../../contract/text-encoding.ts';
import { collectFeatures, type LooseGeometry } from '../reading/collect-features.ts';
import { concatBytes } from '../reading/concat-bytes.ts';
import { withDeclaredReference } from '../reading/declared-reference.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { readBudget } from '../reading/read-budget.ts';
import type { Diagnostic } from '../reading/read-fault.ts';
import { type Progress, readSlice, type SourceFile, type SourceTable, sizeOf, stem } from '../reading/source-table.ts';
import { parseExact, stringifyExact } from './exact-json.ts';
import { maxJsonDepth, parseFeatureRun } from './feature-run.ts';
import type { FlatCoordinates } from './read-coordinates.ts';

const geometryTypes = /^(?:Multi)?(?:Point|LineString|Polygon)$|^GeometryCollection$/;
const chunkBytes = 4 << 20;

/**
 * Read GeoJSON (RFC 7946 and the older `crs` member): a collection, one feature or geometry, or one feature per line.
 * Also recognizes TopoJSON, by its type. Return the recognized format and its tables.
 *
 * The file is read in pieces and feature by feature, so that memory depends on the data and not on the text.
 *
 * @throws {Fault} `bad-package` with line and feature if the text isn't JSON or GeoJSON
 */
export async function readJson(
  file: SourceFile,
  onProgress?: Progress,
  signal?: AbortSignal,
): Promise<{ readonly format: 'GeoJSON' | 'TopoJSON'; readonly tables: SourceTable[] }> {
  const budget = readBudget(file);
  const collector = collectFeatures(budget);
  const roots: Record<string, unknown>[] = [];
  let count = 0;
  let isTopology = false;

  function feature(value: unknown, line: number, coordinates?: FlatCoordinates): void {
    count++;
    const location = diagnostic('inFile', file.name, diagnostic('feature', count, line));
    const object = Object(value) as { type?: unknown; properties?: unknown; geometry?: unknown; id?: unknown };
    if (object.type !== 'Feature') {
      throw readFault('bad-package', 'featureExpected', location, stringifyExact(object.type) ?? diagnostic('nothing'));
    }
    const properties = Object.entries(Object(object.properties) as Record<string, unknown>);
    if (object.id !== undefined && !properties.some(([key]) => key.toLowerCase() === 'id'))
      properties.unshift(['id', object.id]);
    collector.add(properties, (object.geometry ?? null) as LooseGeometry | null, location, coordinates);
  }

  function root(value: unknown, line: number): void {
    const object = Object(value) as Record<string, unknown>;
    if (object.type === 'Feature') feature(value, line);
    else if (typeof object.type === 'string' && geometryTypes.test(object.type)) {
      feature({ type: 'Feature', geometry: value, properties: {} }, line);
    } else if (object.type === 'Topology') {
      isTopology = true;
    } else if (object.type !== 'FeatureCollection' || !Array.isArray(object.features)) {
      const type = stringifyExact(object.type) ?? diagnostic('nothing');
      throw readFault(
        'bad-package',
        'collectionExpected',
        diagnostic('inFile', file.name, diagnostic('line', line)),
        type,
      );
    }
    roots.push(object);
  }

  const scanner = scanJson(file.name, { item: feature, root });
  const encoding = detectEncoding(await readSlice(file, 0, encodingHeadBytes));
  // The scanner reads UTF-8, as RFC 7946 requires, but some Windows programs write UTF-16.
  const wide = encoding?.startsWith('utf-16') ? new TextDecoder(encoding) : undefined;
  const total = sizeOf(file);
  for (let offset = 0; offset < total; offset += chunkBytes) {
    signal?.throwIfAborted();
    const bytes = await readSlice(file, offset, Math.min(total, offset + chunkBytes));
    scanner.push(wide ? new TextEncoder().encode(wide.decode(bytes, { stream: true })) : bytes);
    onProgress?.(Math.min(1, (offset + chunkBytes) / total));
  }
  scanner.end();
  if (roots.length === 0) throw readFault('bad-package', 'emptyJson', file.name);
  if (isTopology) {
    const { readTopology } = await import('../topojson/topojson.ts');
    return { format: 'TopoJSON', tables: readTopology(roots[0]!, file.name, budget) };
  }
  if (count === 0) throw readFault('bad-package', 'noFeatures', file.name);
  return {
    format: 'GeoJSON',
    tables: collector.finish(stem(file.name)).map((table) => withDeclaredReference(table, roots[0]!)),
  };
}

interface JsonScanner {
  push(bytes: Uint8Array): void;
  /** End the text. @throws {Fault} `bad-package` if it ends early */
  end(): void;
}

interface JsonListener {
  /**
   * Called with one member of `features` of a root object.
   *
   * @param coordinates coordinates of the feature's geometry, if they are null in `value`
   */
  item(value: unknown, line: number, coordinates?: FlatCoordinates): void;
  /** Called with a root value, whose list `features` is emptied. */
  root(value: unknown, line: number): void;
}

const [quote, backslash, comma, colon, open, close, openList, closeList] = [34, 92, 44, 58, 123, 125, 91, 93] as const;

/**
 * Split JSON text while it arrives: members of `features` are parsed one by one, everything else with its root value.
 *
 * @throws {Fault} `bad-package` from `push` and `end`, naming line and column, if a piece isn't JSON
 */
export function scanJson(fileName: string, listener: JsonListener): JsonScanner {
  // Pieces of the current value from earlier chunks.
  let chunks: Uint8Array[] = [];
  let rootPieces: Uint8Array[] = [];
  let line = 1;
  let depth = 0;
  let inString = false;
  let escaped = false;
  let inFeatures = false;
  let key: number[] | undefined;
  let lastKey = '';
  let rootLine = 1;
  let itemLine = 1;
  let items = 0;
  let needComma = false;
  let afterComma = false;
  /** Whether to scan byte by byte, because no run of features was found. */
  let isEachByte = false;

  const fail = (key: 'commaExpected' | 'featureOrEnd' | 'objectExpected', feature: number): never => {
    throw readFault('bad-package', key, inLine(fileName, line), feature);
  };

  function parse(pieces: readonly Uint8Array[], from: number, feature: number): unknown {
    const text = decode(pieces, fileName, from);
    try {
      return parseExact(text);
    } catch (error) {
      const message = (error as Error).message;
      const position = Number(/position (\d+)/.exec(message)?.[1] ?? Number.NaN);
      const before = Number.isNaN(position) ? '' : text.slice(0, position);
      const errorLine = from + (before.match(/\n/g)?.length ?? 0);
      const location = Number.isNaN(position)
        ? inLine(fileName, errorLine)
        : diagnostic('inFile', fileName, diagnostic('lineColumn', errorLine, position - before.lastIndexOf('\n')));
      throw readFault('bad-package', 'badJson', location, feature, message.replace(/ in JSON at.*$/s, ''));
    }
  }

  function item(pieces: readonly Uint8Array[]): void {
    const text = pieces.length === 1 ? pieces[0]! : concatBytes(pieces);
    const run = parseFeatureRun(text, 0);
    const [feature] = run?.features ?? [];
    if (feature && run?.end === text.length) listener.item(feature.value, itemLine, feature.coordinates);
    else listener.item(parse([text], itemLine, items), itemLine);
  }

  function push(bytes: Uint8Array): void {
    let start = 0;
    isEachByte = false;
    for (let offset = 0; offset < bytes.length; offset++) {
      // Skip quickly: most bytes are digits of coordinates or letters of strings.
      if (inString ? !escaped && !key : depth > 2) offset = skip(bytes, offset, inString ? isLetter : isPlain);
      if (offset === bytes.length) break;
      const byte = bytes[offset]!;
      if (byte === 10) line++;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) {
          inString = false;
          if (key) lastKey = String.fromCharCode(...key);
          key = undefined;
          continue;
        }
        if (key && key.length < 16) key.push(byte);
        continue;
      }
      if (byte <= 32) continue;
      const between = inFeatures && depth === 2;
      if (byte === open || byte === openList) {
        if (depth === 0) {
          rootLine = line;
          start = offset;
          rootPieces = [];
        } else if (between) {
          if (needComma) fail('commaExpected', items + 1);
          const run = isEachByte ? undefined : parseFeatureRun(bytes, offset);
          if (run) {
            for (const feature of run.features) {
              items++;
              listener.item(feature.value, line + feature.line, feature.coordinates);
            }
            line += run.newlines;
            offset = run.end - 1;
            needComma = true;
            afterComma = false;
            continue;
          }
          isEachByte = true;
          itemLine = line;
          start = offset;
          chunks = [];
          afterComma = false;
        }
        if (++depth > maxJsonDepth)
          throw readFault('too-large', 'mostDepth', inLine(fileName, line), maxJsonDepth, depth);
        if (byte === openList && depth === 2 && lastKey === 'features:') {
          inFeatures = true;
          rootPieces = [...rootPieces, ...chunks, bytes.slice(start, offset + 1)];
          chunks = [];
          needComma = false;
          afterComma = false;
          lastKey = '';
        }
      } else if (byte === close || byte === closeList) {
        depth--;
        if (depth < 0) throw readFault('bad-package', 'nothingOpen', inLine(fileName, line), String.fromCharCode(byte));
        if (inFeatures && depth === 2) {
          items++;
          item([...chunks, bytes.subarray(start, offset + 1)]);
          chunks = [];
          needComma = true;
        } else if (inFeatures && depth === 1) {
          if (byte !== closeList || afterComma) fail('featureOrEnd', items);
          inFeatures = false;
          start = offset;
        } else if (depth === 0) {
          listener.root(parse([...rootPieces, ...chunks, bytes.subarray(start, offset + 1)], rootLine, 0), rootLine);
          chunks = [];
        }
      } else if (depth === 0) {
        // A byte order mark, and the record separators of GeoJSON text sequences, may be between values.
        if (byte === 0xef || byte === 0xbb || byte === 0xbf || byte === 0x1e) continue;
        throw readFault('bad-package', 'jsonExpected', inLine(fileName, line));
      } else if (between) {
        if (byte !== comma || !needComma) fail('objectExpected', items + 1);
        needComma = false;
        afterComma = true;
      } else if (byte === quote) {
        inString = true;
        if (depth === 1) key = [];
      } else if (depth === 1 && byte === colon) lastKey += ':';
      else if (depth === 1) lastKey = '';
    }
    if (depth > 0 && !(inFeatures && depth === 2)) chunks.push(bytes.slice(start));
  }

  return {
    push,
    end() {
      if (depth === 0) return;
      throw inFeatures && depth > 2
        ? readFault('bad-package', 'jsonCutInFeature', fileName, line, items + 1, itemLine)
        : readFault('bad-package', 'jsonCutAfterFeature', fileName, line, items, rootLine);
    },
  };
}

/** Bytes that neither begin nor end a value inside a feature. */
const isPlain = tableWithout(10, quote, open, close, openList, closeList);
/** Bytes that continue a string. */
const isLetter = tableWithout(10, quote, backslash);

function tableWithout(...others: number[]): Uint8Array {
  const table = new Uint8Array(256).fill(1);
  for (const byte of others) table[byte] = 0;
  return table;
}

/** Return the next position whose byte isn't in a table; the length if there is none. */
function skip(bytes: Uint8Array, from: number, table: Uint8Array): number {
  let offset = from;
  while (offset < bytes.length && table[bytes[offset]!]) offset++;
  return offset;
}

const inLine = (fileName: string, line: number): Diagnostic => diagnostic('inFile', fileName, diagnostic('line', line));

const whole = new TextDecoder('utf-8', { fatal: true });

function decode(pieces: readonly Uint8Array[], fileName: string, line: number): string {
  try {
    if (pieces.length === 1) return whole.decode(pieces[0]);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
  } catch {
    throw readFault('bad-package', 'utf8Expected', inLine(fileName, line));
  }
}
