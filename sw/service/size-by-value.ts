import { Fault } from '../contract/fault.ts';

/** Sizes of symbols that grow with a field, whatever their renderer says of their colour. */
export interface SizeByValue {
  readonly field: string;
  /** Values of the smallest and the largest symbol; sizes between them are in proportion. */
  readonly minValue: number;
  readonly maxValue: number;
  /** Of a marker, or width of a line. */
  readonly minSizePt: number;
  readonly maxSizePt: number;
}

/**
 * Read the extension `VisualVariables` of a drawing description: a JSON list with a `sizeInfo`, as web maps have it.
 *
 * @param path of the drawing description, for messages
 * @throws {Fault} `bad-value`, naming the member, what was expected and what was found
 */
export function readSizes(text: string, path: string): SizeByValue {
  const at = `${path}.VisualVariables`;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw unexpected(at, 'JSON', text);
  }
  const sizes = sizesOf(json, at);
  if (sizes) return sizes;
  throw unexpected(at, 'a list with a sizeInfo', json);
}

/** Find the sizes among visual variables; undefined without. Faults as `readSizes`. */
export function sizesOf(json: unknown, path: string): SizeByValue | undefined {
  if (!Array.isArray(json)) throw unexpected(path, 'a list', json);
  const index = json.findIndex((one) => (one as { readonly type?: unknown } | null)?.type === 'sizeInfo');
  if (index < 0) return undefined;
  const { field, ...given } = json[index] as Readonly<Record<string, unknown>>;
  if (typeof field !== 'string' || field === '') throw unexpected(`${path}[${index}].field`, 'a field', field);
  const number = (member: string, from = -Number.MAX_VALUE): number => {
    const value = given[member];
    if (typeof value === 'number' && value >= from && value <= Number.MAX_VALUE) return value;
    throw unexpected(`${path}[${index}].${member}`, 'a number', value);
  };
  return {
    field,
    ...{ minValue: number('minDataValue'), maxValue: number('maxDataValue') },
    ...{ minSizePt: number('minSize', 0), maxSizePt: number('maxSize', 0) },
  };
}

/** Write sizes as `readSizes` reads them. */
export const sizesText = ({ field, minValue, maxValue, minSizePt, maxSizePt }: SizeByValue): string =>
  JSON.stringify([
    {
      ...{ type: 'sizeInfo', field, minDataValue: minValue, maxDataValue: maxValue },
      ...{ minSize: minSizePt, maxSize: maxSizePt },
    },
  ]);

/** The size of a value in points. */
export function sizePtOf({ minValue, maxValue, minSizePt, maxSizePt }: SizeByValue, value: number): number {
  const share = maxValue > minValue ? Math.min(1, Math.max(0, (value - minValue) / (maxValue - minValue))) : 0;
  return minSizePt + (maxSizePt - minSizePt) * share;
}

function unexpected(path: string, expected: string, found: unknown): Fault {
  const text = found === undefined ? 'nothing' : (JSON.stringify(found) ?? String(found)).slice(0, 60);
  return new Fault('bad-value', `${path}: ${expected} expected, ${text} found.`);
}
