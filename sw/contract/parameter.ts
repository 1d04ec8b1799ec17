import { enums } from './enums.ts';
import { type Fault, wrongValue } from './fault.ts';
import type { EnumName } from './infer.ts';
import { isObject, lenientJson, numberIn, numbersIn } from './parameter-text.ts';

/** What a parameter is read as. `string` is one line, `text` may be several; `file` comes in a multipart form only. */
export interface ParameterKinds {
  string: string;
  text: string;
  password: string;
  boolean: boolean;
  integer: number;
  number: number;
  /** As written, by XML Schema. */
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
 * A named value of a request: what forms show, pages document and the reader checks. Interfaces of the map add kinds of their own.
 */
export interface Parameter<Kind extends string = ParameterKind> {
  readonly kind: Kind;
  /** What it is, for people: a form says it beside the field, a fault says that it was expected. */
  readonly doc: string;
  readonly required?: true | undefined;
  /** As read, or as a client would write it. */
  readonly default?: string | number | boolean | undefined;
  /** Read without regard to case. */
  readonly choices?: readonly string[] | undefined;
  /** The enumeration whose values are the choices, with the vendor's prefix. */
  readonly enum?: EnumName | undefined;
  /** Of a number. */
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  /** Of a text or a list. */
  readonly minimumLength?: number | undefined;
  readonly maximumLength?: number | undefined;
  /** How many numbers a list may have, ascending; then `doc` says what is expected. */
  readonly lengths?: readonly number[] | undefined;
  /** Other names that clients use for it. */
  readonly aliases?: readonly string[] | undefined;
  /** Given but empty, it empties what is there. Other empty values count as absent, since a form sends every field. */
  readonly clears?: true | undefined;
}

export type Parameters<P extends Parameter<string> = Parameter> = Readonly<Record<string, P>>;

type Present<P> = P extends { required: true } | { default: unknown } ? true : false;
type ValueOf<P, Kinds> = P extends { choices: readonly (infer C)[] }
  ? C
  : P extends { kind: infer K extends keyof Kinds }
    ? Kinds[K]
    : never;

/** Parameters as read: those that are required or have a default are always there. */
export type ParameterValues<P, Kinds = ParameterKinds> = {
  readonly [N in keyof P as Present<P[N]> extends true ? N : never]: ValueOf<P[N], Kinds>;
} & { readonly [N in keyof P as Present<P[N]> extends true ? never : N]?: ValueOf<P[N], Kinds> | undefined };

/** The part of a sentence that says what was expected of a parameter, in place of its value. */
export class Expected {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Readers of the kinds that an interface has besides those of all. */
export type FurtherReaders<Kinds> = {
  readonly [K in keyof Kinds]?: (text: string, parameter: Parameter<string>) => Kinds[K] | Expected;
};

interface Kind {
  readonly expected: string;
  readonly isKind: (value: unknown) => boolean;
  /** Read text; a value that is not of the kind when it cannot be read. */
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
  integer: { expected: 'a whole number', isKind: Number.isSafeInteger, read: numberIn },
  number: {
    expected: 'a number',
    isKind: (value) => typeof value === 'number' && !Number.isNaN(value),
    read: numberIn,
  },
  date: {
    expected: 'a date and time such as 2026-01-31T12:00:00Z',
    isKind: (value) => typeof value === 'string' && instant.test(value) && !Number.isNaN(Date.parse(value)),
    read: (text) => text.trim(),
  },
  names: { expected: 'names parted by commas', isKind: (value) => isList(value, isText), read: namesIn },
  ids: {
    expected: 'whole numbers parted by commas',
    isKind: (value) => isList(value, Number.isSafeInteger),
    read: (text) => (text.trim() === '[]' ? [] : numbersIn(text)),
  },
  numbers: {
    expected: 'numbers parted by commas',
    isKind: (value) => isList(value, (item) => typeof item === 'number'),
    read: numbersIn,
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

function namesIn(text: string): string[] | undefined {
  const given = text.trim().startsWith('[') ? lenientJson(text) : text.split(',');
  if (!Array.isArray(given)) return undefined;
  return given.map((name) => String(name).trim()).filter((name) => name !== '');
}

/** The words that a parameter may be, as clients write them; none when any value is taken. */
export const choicesOf = ({ enum: name, choices = [] }: Parameter<string>): readonly string[] =>
  name ? enums[name].values.map((value) => value.replace(/^gis/, 'esri')) : choices;

/** Read text as a value of a parameter; otherwise say what was expected. */
export function readText<Kinds>(
  parameter: Parameter<string>,
  text: string,
  further?: FurtherReaders<Kinds>,
): unknown | Expected {
  const own = further?.[parameter.kind as keyof Kinds];
  if (own) return own(text, parameter);
  // Of a list the text is limited, too: it is that much to read.
  if (text.length > (parameter.maximumLength ?? Infinity)) return new Expected(expectedOf(parameter));
  const choices = choicesOf(parameter);
  if (choices.length === 0) return checkValue(parameter, kinds[parameter.kind as ParameterKind].read(text));
  const word = text.trim().toLowerCase();
  const at = choices.findIndex((choice) => choice.toLowerCase() === word);
  if (at < 0) return new Expected(expectedOf(parameter));
  return parameter.enum ? enums[parameter.enum].values[at] : choices[at];
}

/** Check a value, of JSON for instance; otherwise say what was expected. */
export function checkValue(parameter: Parameter<string>, value: unknown): unknown | Expected {
  const { minimum = -Infinity, maximum = Infinity, minimumLength = 0, maximumLength = Infinity } = parameter;
  const length = isText(value) || Array.isArray(value) ? (value as string | unknown[]).length : undefined;
  const isSound =
    kinds[parameter.kind as ParameterKind].isKind(value) &&
    (typeof value !== 'number' || (value >= minimum && value <= maximum)) &&
    (length === undefined || (length >= minimumLength && length <= maximumLength)) &&
    (length === undefined || (parameter.lengths?.includes(length) ?? true)) &&
    (parameter.choices?.includes(value as string) ?? true);
  return isSound ? value : new Expected(expectedOf(parameter));
}

/** What is expected of a parameter, as part of a sentence. */
function expectedOf(parameter: Parameter<string>): string {
  const { kind, doc, minimum, maximum, maximumLength, lengths } = parameter;
  const choices = choicesOf(parameter);
  if (choices.length > 0) return `one of ${choices.join(', ')}`;
  if (lengths) return doc;
  if (maximumLength !== undefined) return `at most ${maximumLength} characters`;
  const { expected } = kinds[kind as ParameterKind];
  if (minimum === undefined) return maximum === undefined ? expected : `${expected} of at most ${maximum}`;
  return `${expected} ${maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`}`;
}

/** How an interface reads its parameters and makes their faults. */
interface ParameterReading<P extends Parameter<string>, Kinds = ParameterKinds> {
  readonly readers?: FurtherReaders<Kinds>;
  readonly wrong: (name: string, expected: string, found: unknown, parameter: P) => Fault;
  readonly missing: (name: string, parameter: P) => Fault;
}

/**
 * Read the parameters of an operation. Unknown ones are passed over.
 *
 * @param find what a request gives by a name: text or a file; undefined when it gives nothing
 * @throws {Fault} what `reading` makes of a wrong or missing one
 */
export function readParameters<P extends Parameter<string>, Kinds>(
  parameters: Parameters<P>,
  find: (name: string, parameter: P) => string | File | undefined,
  reading: ParameterReading<P, Kinds>,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, parameter] of Object.entries(parameters)) {
    const names = [name, ...(parameter.aliases ?? [])];
    const at = names.find((one) => find(one, parameter) !== undefined) ?? name;
    const found = find(at, parameter) ?? parameter.default;
    if (typeof found === 'string' && parameter.kind !== 'file') {
      const value = readText(parameter, found, reading.readers);
      if (value instanceof Expected) throw reading.wrong(at, value.text, found, parameter);
      values[name] = value;
    } else if (found instanceof File && parameter.kind !== 'file') {
      throw reading.wrong(at, 'a text', found, parameter);
    } else if (typeof found === 'string') {
      throw reading.wrong(at, kinds.file.expected, found, parameter);
    } else if (found !== undefined) {
      values[name] = found;
    } else if (parameter.required) {
      throw reading.missing(at, parameter);
    }
  }
  return values;
}

/**
 * Check a message of JSON by its rows.
 *
 * @param path of the message, which faults name
 * @throws {Fault} `bad-value` naming the member that is wrong or unknown
 */
export function checkMessage<R extends Parameters>(rows: R, message: unknown, path?: string): ParameterValues<R> {
  const names = Object.keys(rows);
  if (!isObject(message)) throw wrongValue(path ?? 'Body', `an object of ${names.join(', ')}`, message);
  const unknown = Object.keys(message).find((name) => !Object.hasOwn(rows, name));
  if (unknown !== undefined) throw wrongValue(path ?? 'Body', `members ${names.join(', ')}`, unknown);
  for (const [name, parameter] of Object.entries(rows)) {
    const found = message[name];
    if (found === undefined && !parameter.required) continue;
    const value = checkValue(parameter, found);
    if (value instanceof Expected) throw wrongValue(path === undefined ? name : `${path}.${name}`, value.text, found);
  }
  return message as ParameterValues<R>;
}
