import type { Value } from '../contract/infer.ts';
import { fromJson } from './convert.ts';
import { numberAt, unexpected } from './found.ts';
import { readReference } from './spatial-reference.ts';
import { readTime } from './time.ts';

const tokens = /"(?:[^"\\]|\\.)*"|'((?:[^'\\]|\\.)*)'|([A-Za-z_$][\w$]*)(?=\s*:)/g;

/**
 * Parse JSON as clients write it into addresses: names may lack quotes, texts may have single ones.
 *
 * @param path name of the parameter, for messages
 * @throws {Fault} `bad-value`
 */
export function parseLenient(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(
        text.replace(tokens, (token, quoted: string | undefined, name: string | undefined) => {
          if (name !== undefined) return `"${name}"`;
          return quoted === undefined ? token : `"${quoted.replace(/\\'/g, "'").replace(/(?<!\\)"/g, '\\"')}"`;
        }),
      );
    } catch {
      throw unexpected(path, 'JSON', text);
    }
  }
}

/** Split a list of numbers. @throws {Fault} `bad-value` */
function parseNumbers(text: string, path: string): number[] {
  return text.split(',').map((part) => numberAt(part, path, 'numbers with commas between them'));
}

const startsJson = (text: string): boolean => /^\s*[[{]/.test(text);

/**
 * Read a shape from a parameter: JSON, `x,y` or `xmin,ymin,xmax,ymax`.
 *
 * @throws {Fault} `bad-value`, `not-supported` for curves
 */
export function parseGeometry(text: string, path: string): Value<'Geometry'> {
  if (startsJson(text)) return fromJson('Geometry', parseLenient(text, path), path);
  const [a, b, c, d, ...rest] = parseNumbers(text, path);
  if (a !== undefined && b !== undefined && c === undefined) return { type: 'PointN', X: a, Y: b };
  if (a === undefined || b === undefined || c === undefined || d === undefined || rest.length > 0)
    throw unexpected(path, 'JSON, x,y or xmin,ymin,xmax,ymax', text);
  return { type: 'EnvelopeN', XMin: a, YMin: b, XMax: c, YMax: d };
}

/** Read a spatial reference from a parameter: its number, or JSON. @throws {Fault} `bad-value` */
export function parseReference(text: string, path: string): Value<'SpatialReference'> {
  return readReference(startsJson(text) ? parseLenient(text, path) : text, path);
}

/**
 * Read a time from a parameter: `ms`, or `ms,ms` where `null` is an open end.
 *
 * @returns undefined for all time
 * @throws {Fault} `bad-value`
 */
export function parseTime(text: string, path: string): Value<'TimeInstant'> | Value<'TimeExtent'> | undefined {
  const ends = text.split(',').map((part) => (/^\s*(?:null)?\s*$/i.test(part) ? null : part));
  if (ends.every((end) => end === null)) return undefined;
  return readTime(ends, path);
}
