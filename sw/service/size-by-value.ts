import { badValue } from '../contract/fault.ts';

/** Symbol sizes that grow with a field, independent of the renderer's colors. */
export interface SizeByValue {
  readonly field: string;
  /** Values of the smallest and largest symbol; sizes in between are proportional. */
  readonly minValue: number;
  readonly maxValue: number;
  /** Size of a marker, or width of a line. */
  readonly minSizePt: number;
  readonly maxSizePt: number;
}

/**
 * Parse the extension `VisualVariables` of a drawing description: a JSON list with a `sizeInfo`, like in web maps.
 *
 * @param path path of the drawing description, for faults
 * @throws {Fault} `bad-value` with the member and the expected and found values
 */
export function readSizes(text: string, path: string): SizeByValue {
  const variablesPath = `${path}.VisualVariables`;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw badValue(variablesPath, 'JSON', text);
  }
  const sizes = parseSizes(json, variablesPath);
  if (sizes) return sizes;
  throw badValue(variablesPath, 'a list with a sizeInfo', json);
}

/** Return the sizes among visual variables; undefined if there are none. @throws {Fault} as `readSizes` */
export function parseSizes(json: unknown, path: string): SizeByValue | undefined {
  if (!Array.isArray(json)) throw badValue(path, 'a list', json);
  const index = json.findIndex((variable) => (variable as { readonly type?: unknown } | null)?.type === 'sizeInfo');
  if (index < 0) return undefined;
  const { field, ...given } = json[index] as Readonly<Record<string, unknown>>;
  if (typeof field !== 'string' || field === '') throw badValue(`${path}[${index}].field`, 'a field name', field);
  const number = (member: string, from = -Number.MAX_VALUE): number => {
    const value = given[member];
    if (typeof value === 'number' && value >= from && value <= Number.MAX_VALUE) return value;
    throw badValue(`${path}[${index}].${member}`, 'a number', value);
  };
  return {
    field,
    ...{ minValue: number('minDataValue'), maxValue: number('maxDataValue') },
    ...{ minSizePt: number('minSize', 0), maxSizePt: number('maxSize', 0) },
  };
}

/** Format sizes for `readSizes`. */
export const sizesText = ({ field, minValue, maxValue, minSizePt, maxSizePt }: SizeByValue): string =>
  JSON.stringify([
    {
      ...{ type: 'sizeInfo', field, minDataValue: minValue, maxDataValue: maxValue },
      ...{ minSize: minSizePt, maxSize: maxSizePt },
    },
  ]);

/** Return the symbol size in points for a value of the field. */
export function interpolateSizePt({ minValue, maxValue, minSizePt, maxSizePt }: SizeByValue, value: number): number {
  const share = maxValue > minValue ? Math.min(1, Math.max(0, (value - minValue) / (maxValue - minValue))) : 0;
  return minSizePt + (maxSizePt - minSizePt) * share;
}
