import { Fault } from '../../../sw/contract/index.ts';

export interface JsonScanner {
  push(bytes: Uint8Array): void;
  /** @throws {Fault} `bad-package` when the text stops in the middle */
  end(): void;
}

interface Found {
  /** One member of the list `features` of a root object. */
  item(value: unknown, line: number): void;
  /** A root value, its list `features` left empty. */
  root(value: unknown, line: number): void;
}

const [quote, backslash, comma, colon, open, close, openList, closeList] = [34, 92, 44, 58, 123, 125, 91, 93];

/**
 * Take JSON text apart while it comes in: members of `features` are parsed one at a time, all else with its root value.
 *
 * @throws {Fault} `bad-package` naming line and column, when a piece is no JSON (from `push` and `end`)
 */
export function scanJson(fileName: string, found: Found): JsonScanner {
  // The bytes of the value being read; pieces of it from earlier chunks.
  let kept: Uint8Array[] = [];
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

  function fail(where: number, text: string): never {
    throw new Fault('bad-package', `${fileName}, line ${where}: ${text}`, { line: where });
  }

  function parse(pieces: readonly Uint8Array[], from: number, name: string): unknown {
    const text = decode(pieces, fileName, from);
    try {
      return JSON.parse(text);
    } catch (error) {
      const message = (error as Error).message;
      const position = Number(/position (\d+)/.exec(message)?.[1] ?? Number.NaN);
      const before = Number.isNaN(position) ? '' : text.slice(0, position);
      const where = from + (before.match(/\n/g)?.length ?? 0);
      const column = Number.isNaN(position) ? '' : `, column ${position - before.lastIndexOf('\n')}`;
      throw new Fault(
        'bad-package',
        `${fileName}, line ${where}${column}${name}: ${message.replace(/ in JSON at.*$/s, '')}.`,
        {
          line: where,
        },
      );
    }
  }

  function push(bytes: Uint8Array): void {
    let start = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!;
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
          start = at;
          rootPieces = [];
        } else if (between) {
          if (needComma) fail(line, `comma expected before feature ${items + 1}.`);
          itemLine = line;
          start = at;
          kept = [];
          afterComma = false;
        }
        depth++;
        if (byte === openList && depth === 2 && lastKey === 'features:') {
          inFeatures = true;
          rootPieces.push(...kept, bytes.slice(start, at + 1));
          kept = [];
          needComma = false;
          afterComma = false;
          lastKey = '';
        }
      } else if (byte === close || byte === closeList) {
        depth--;
        if (depth < 0) fail(line, `"${String.fromCharCode(byte)}" found where nothing is open.`);
        if (inFeatures && depth === 2) {
          items++;
          found.item(parse([...kept, bytes.subarray(start, at + 1)], itemLine, ` (feature ${items})`), itemLine);
          kept = [];
          needComma = true;
        } else if (inFeatures && depth === 1) {
          if (byte !== closeList || afterComma)
            fail(line, `feature or end of the list expected after feature ${items}.`);
          inFeatures = false;
          start = at;
        } else if (depth === 0) {
          found.root(parse([...rootPieces, ...kept, bytes.subarray(start, at + 1)], rootLine, ''), rootLine);
          kept = [];
        }
      } else if (depth === 0) {
        // A byte order mark and the record separators of GeoJSON text sequences may stand between values.
        if (byte === 0xef || byte === 0xbb || byte === 0xbf || byte === 0x1e) continue;
        fail(line, 'JSON expected, other text found.');
      } else if (between) {
        if (byte !== comma || !needComma) fail(line, `feature ${items + 1}: an object is expected.`);
        needComma = false;
        afterComma = true;
      } else if (byte === quote) {
        inString = true;
        if (depth === 1) key = [];
      } else if (depth === 1 && byte === colon) lastKey += ':';
      else if (depth === 1) lastKey = '';
    }
    if (depth > 0 && !(inFeatures && depth === 2)) kept.push(bytes.slice(start));
  }

  return {
    push,
    end() {
      if (depth === 0) return;
      const where = inFeatures && depth > 2 ? `in the middle of feature ${items + 1}` : `after feature ${items}`;
      fail(line, `the file ends ${where}, which begins at line ${inFeatures && depth > 2 ? itemLine : rootLine}.`);
    },
  };
}

function decode(pieces: readonly Uint8Array[], fileName: string, line: number): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
  } catch {
    throw new Fault('bad-package', `${fileName}, line ${line}: text in UTF-8 expected.`, { line });
  }
}
