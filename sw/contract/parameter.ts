import { enums } from './enums.ts';
import { badValue, type Fault } from './fault.ts';
import type { EnumName } from './infer.ts';
import { isObject, lenientJson, parseFiniteNumber, parseNumberList } from './parameter-text.ts';

/** Value type of each parameter kind. `string` is one line, `text` can have several. `file` needs a multipart form. */
export interface ParameterKinds {
  string: string;
  text: string;
  password: string;
  boolean: boolean;
  integer: number;
  number: number;
  /** As written, in XML Schema format. */
  date: string;
  names: readonly string[];
  ids: readonly number[];
  numbers: readonly number[];
  json: unknown;
  object: Readonly<Record<string, unknown>>;
  objects: readonly Readonly<Record<string, unknown>>[];
  file: File;
}

type ParameterKind = keyof ParameterKinds;

/**
 * A named value of a request, used by forms, documentation and the reader. Interfaces of the map add their own kinds.
 */
export interface Parameter<Kind extends string = ParameterKind> {
  readonly kind: Kind;
  /** Description for users: shown next to the field in forms, and as the expected value in faults. */
  readonly doc: string;
  readonly required?: true | undefined;
  /** As parsed, or as a client would write it. */
  readonly default?: string | number | boolean | undefined;
  /** Matched ignoring case. */
  readonly choices?: readonly string[] | undefined;
  /** Enumeration whose values are the choices, written with the vendor's prefix. */
  readonly enum?: EnumName | undefined;
  /** Minimum of a number. */
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  /** Minimum length of a text or list. */
  readonly minimumLength?: number | undefined;
  readonly maximumLength?: number | undefined;
  /** Valid lengths of a list of numbers, ascending. If present, `doc` is the expected value in faults. */
  readonly lengths?: readonly number[] | undefined;
  /** Alternative names that clients use. */
  readonly aliases?: readonly string[] | undefined;
  /**
   * If true, an empty value clears the current value. Otherwise empty counts as absent, because forms send every field.
   */
  readonly clears?: true | undefined;
}

export type Parameters<P extends Parameter<string> = Parameter> = Readonly<Record<string, P>>;

type Present<P> = P extends { required: true } | { default: unknown } ? true : false;
type ParameterValue<P, Kinds> = P extends { choices: readonly (infer C)[] }
  ? C
  : P extends { kind: infer K extends keyof Kinds }
    ? Kinds[K]
    : never;

/** Parsed parameters. Parameters that are required or have a default are always present. */
export type ParameterValues<P, Kinds = ParameterKinds> = {
  readonly [N in keyof P as Present<P[N]> extends true ? N : never]: ParameterValue<P[N], Kinds>;
} & { readonly [N in keyof P as Present<P[N]> extends true ? never : N]?: ParameterValue<P[N], Kinds> | undefined };

/** Description of the expected value, for an error message. Returned in place of an invalid value. */
export class Expected {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Readers for additional kinds of an interface. */
export type FurtherReaders<Kinds> = {
  readonly [K in keyof Kinds]?: (text: string, parameter: Parameter<string>) => Kinds[K] | Expected;
};

interface Kind {
  readonly expected: string;
  readonly isKind: (value: unknown) => boolean;
  /** Parse a text. If it is invalid, the result isn't of the kind. */
  readonly read: (text: string) => unknown;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isList = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem);
const line: Kind = { expected: 'a text', isKind: isText, read: (text) => text };
const instant = /^-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/;
const booleans = new Map([
  ...['true', '1', 'on', 'yes'].map((word) => [word, true] as const),
  ...['false', '0', 'off', 'no'].map((word) => [word, false] as const),
]);

const kinds: Readonly<Record<ParameterKind, Kind>> = {
  string: line,
  text: line,
  password: line,
  boolean: {
    expected: 'true or false',
    isKind: (value) => typeof value === 'boolean',
    read: (text) => booleans.get(text.trim().toLowerCase()),
  },
  integer: { expected: 'a whole number', isKind: Number.isSafeInteger, read: parseFiniteNumber },
  number: {
    expected: 'a number',
    isKind: (value) => typeof value === 'number' && !Number.isNaN(value),
    read: parseFiniteNumber,
  },
  date: {
    expected: 'a date and time such as 2026-01-31T12:00:00Z',
    isKind: (value) => typeof value === 'string' && instant.test(value) && !Number.isNaN(Date.parse(value)),
    read: (text) => text.trim(),
  },
  names: { expected: 'names separated by commas', isKind: (value) => isList(value, isText), read: parseNames },
  ids: {
    expected: 'whole numbers separated by commas',
    isKind: (value) => isList(value, Number.isSafeInteger),
    read: (text) => (text.trim() === '[]' ? [] : parseNumberList(text)),
  },
  numbers: {
    expected: 'numbers separated by commas',
    isKind: (value) => isList(value, (item) => typeof item === 'number'),
    read: parseNumberList,
  },
  json: { expected: 'JSON', isKind: (value) => value !== undefined, read: lenientJson },
  object: { expected: 'an object', isKind: isObject, read: lenientJson },
  objects: { expected: 'a list of objects', isKind: (value) => isList(value, isObject), read: lenientJson },
  file: {
    expected: 'a file in a multipart/form-data body',
    isKind: (value) => value instanceof File,
    read: () => undefined,
  },
};

function parseNames(text: string): string[] | undefined {
  const items = text.trim().startsWith('[') ? lenientJson(text) : text.split(',');
  if (!Array.isArray(items)) return undefined;
  return items.map((name) => String(name).trim()).filter((name) => name !== '');
}

/** Return the choices of a parameter as clients write them. Empty if any value is valid. */
export const listParameterChoices = ({ enum: name, choices = [] }: Parameter<string>): readonly string[] =>
  name ? enums[name].values.map((value) => value.replace(/^gis/, 'esri')) : choices;

/**
 * Parse a text as the value of a parameter. Return the value if valid, otherwise an `Expected` that describes valid
 * values.
 */
export function readText<Kinds>(
  parameter: Parameter<string>,
  text: string,
  further?: FurtherReaders<Kinds>,
): unknown | Expected {
  const customReader = further?.[parameter.kind as keyof Kinds];
  if (customReader) return customReader(text, parameter);
  // The limit also applies to the text of a list, because all of it is parsed.
  if (text.length > (parameter.maximumLength ?? Infinity)) return new Expected(describeExpected(parameter));
  const choices = listParameterChoices(parameter);
  if (choices.length === 0) return checkValue(parameter, kinds[parameter.kind as ParameterKind].read(text));
  const word = text.trim().toLowerCase();
  const index = choices.findIndex((choice) => choice.toLowerCase() === word);
  if (index < 0) return new Expected(describeExpected(parameter));
  return parameter.enum ? enums[parameter.enum].values[index] : choices[index];
}

/** Check a value, for example from JSON. Return it if valid, otherwise an `Expected` that describes valid values. */
export function checkValue(parameter: Parameter<string>, value: unknown): unknown | Expected {
  const { minimum = -Infinity, maximum = Infinity, minimumLength = 0, maximumLength = Infinity } = parameter;
  const length = isText(value) || Array.isArray(value) ? (value as string | unknown[]).length : undefined;
  const isSound =
    kinds[parameter.kind as ParameterKind].isKind(value) &&
    (typeof value !== 'number' || (value >= minimum && value <= maximum)) &&
    (length === undefined || (length >= minimumLength && length <= maximumLength)) &&
    (length === undefined || (parameter.lengths?.includes(length) ?? true)) &&
    (parameter.choices?.includes(value as string) ?? true);
  return isSound ? value : new Expected(describeExpected(parameter));
}

/** Describe the valid values of a parameter as part of a sentence. */
function describeExpected(parameter: Parameter<string>): string {
  const { kind, doc, minimum, maximum, maximumLength, lengths } = parameter;
  const choices = listParameterChoices(parameter);
  if (choices.length > 0) return `one of ${choices.join(', ')}`;
  if (lengths) return doc;
  if (maximumLength !== undefined) return `at most ${maximumLength} characters`;
  const { expected } = kinds[kind as ParameterKind];
  if (minimum === undefined) return maximum === undefined ? expected : `${expected} ≤ ${maximum}`;
  return `${expected} ${maximum === undefined ? `≥ ${minimum}` : `from ${minimum} to ${maximum}`}`;
}

/** Readers and faults for the parameters of an interface. */
interface ParameterReading<P extends Parameter<string>, Kinds = ParameterKinds> {
  readonly readers?: FurtherReaders<Kinds>;
  readonly wrong: (name: string, expected: string, found: unknown, parameter: P) => Fault;
  readonly missing: (name: string, parameter: P) => Fault;
}

/**
 * Read the parameters of an operation. Unknown parameters are ignored.
 *
 * @param find returns the text or file of a name; undefined if the request has none
 * @throws {Fault} from `reading`, when a parameter is wrong or missing
 */
export function readParameters<P extends Parameter<string>, Kinds>(
  parameters: Parameters<P>,
  find: (name: string, parameter: P) => string | File | undefined,
  reading: ParameterReading<P, Kinds>,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, parameter] of Object.entries(parameters)) {
    const names = [name, ...(parameter.aliases ?? [])];
    const usedName = names.find((alias) => find(alias, parameter) !== undefined) ?? name;
    const input = find(usedName, parameter) ?? parameter.default;
    if (typeof input === 'string' && parameter.kind !== 'file') {
      const value = readText(parameter, input, reading.readers);
      if (value instanceof Expected) throw reading.wrong(usedName, value.text, input, parameter);
      values[name] = value;
    } else if (input instanceof File && parameter.kind !== 'file') {
      throw reading.wrong(usedName, 'text', input, parameter);
    } else if (typeof input === 'string') {
      throw reading.wrong(usedName, kinds.file.expected, input, parameter);
    } else if (input !== undefined) {
      values[name] = input;
    } else if (parameter.required) {
      throw reading.missing(usedName, parameter);
    }
  }
  return values;
}

/**
 * Check a JSON message against its rows.
 *
 * @param path of the message in faults
 * @throws {Fault} `bad-value` naming the member that is wrong or unknown
 */
export function checkMessage<R extends Parameters>(rows: R, message: unknown, path?: string): ParameterValues<R> {
  const names = Object.keys(rows);
  if (!isObject(message)) throw badValue(path ?? 'Body', `an object with ${names.join(', ')}`, message);
  const unknown = Object.keys(message).find((name) => !Object.hasOwn(rows, name));
  if (unknown !== undefined) throw badValue(path ?? 'Body', `one of ${names.join(', ')}`, unknown);
  for (const [name, parameter] of Object.entries(rows)) {
    const member = message[name];
    if (member === undefined && !parameter.required) continue;
    const value = checkValue(parameter, member);
    if (value instanceof Expected) throw badValue(path === undefined ? name : `${path}.${name}`, value.text, member);
  }
  return message as ParameterValues<R>;
}
