import { Fault } from '../../contract/index.ts';
import { Expected, numberIn } from '../../contract/parameter-text.ts';
import type { OgcKind, OgcKinds, OgcParameter, OgcRow } from './contract/rows.ts';

/** Parameters of a request by their names in lower case; empty ones are absent. */
export type Given = ReadonlyMap<string, string>;

/** Read the parameters of an address; of one that is given twice the first counts. */
export function givenIn(url: URL): Given {
  const given = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    const key = name.toLowerCase();
    if (value.trim() !== '' && !given.has(key)) given.set(key, value.trim());
  }
  return given;
}

/**
 * Read the parameters of a row; unknown ones are passed over.
 *
 * @throws {Fault} `missing-element`, `bad-value`, naming the parameter; `detail` has its name and the code of the exception
 */
export function readParameters({ path, parameters }: OgcRow, given: Given): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null);
  // Where REQUEST says what is asked for, names are written in capitals.
  const shown = (name: string): string => (path === undefined ? name.toUpperCase() : name);
  for (const [name, parameter] of Object.entries(parameters)) {
    const key = [name.toLowerCase(), ...(parameter.aliases ?? [])].find((one) => given.has(one));
    const text = (key === undefined ? undefined : given.get(key)) ?? parameter.default;
    if (text !== undefined) values[name] = read(shown(key ?? name), parameter, text);
    else if (parameter.required)
      throw new Fault('missing-element', `${shown(name)}: ${parameter.doc} expected, nothing found.`, {
        locator: shown(name),
      });
  }
  return values;
}

function read(name: string, parameter: OgcParameter, text: string): unknown {
  const value = readers[parameter.kind](text, parameter);
  if (!(value instanceof Expected)) return value;
  throw badParameter(name, value.text, text, parameter.exception);
}

/** Make the fault of a parameter with a wrong value. */
export const badParameter = (name: string, expected: string, found: string, exception?: string): Fault =>
  new Fault('bad-value', `${name}: ${expected} expected, "${found.slice(0, 80)}" found.`, {
    locator: name,
    ...(exception === undefined ? {} : { exception }),
  });

type Reader<K extends OgcKind> = (text: string, parameter: OgcParameter) => OgcKinds[K] | Expected;

const readers: { readonly [K in OgcKind]: Reader<K> } = {
  text: (text) => text,
  choice(text, { choices = [] }) {
    const found = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
    return found ?? new Expected(`one of ${choices.join(', ')}`);
  },
  names: (text) => text.split(',').map((name) => name.trim()),
  integer(text, parameter) {
    const number = numberInRange(text, parameter);
    return Number.isSafeInteger(number) ? number! : new Expected(`a whole number${rangeOf(parameter)}`);
  },
  number: (text, parameter) => numberInRange(text, parameter) ?? new Expected(`a number${rangeOf(parameter)}`),
  numbers(text, { doc, lengths }) {
    const numbers = text.split(',').map((part) => numberIn(part));
    const isSound = !numbers.includes(undefined) && (lengths?.includes(numbers.length) ?? true);
    return isSound ? (numbers as number[]) : new Expected(doc);
  },
  boolean(text) {
    const word = text.toLowerCase();
    if (word === 'true' || word === '1') return true;
    return word === 'false' || word === '0' ? false : new Expected('TRUE or FALSE');
  },
  color(text) {
    const digits = /^(?:0x|#)?([\da-f]{6})$/i.exec(text)?.[1];
    if (!digits) return new Expected('a colour as 0xRRGGBB');
    const number = Number.parseInt(digits, 16);
    return [number >> 16, (number >> 8) & 255, number & 255];
  },
};

function numberInRange(text: string, { minimum = -Infinity, maximum = Infinity }: OgcParameter): number | undefined {
  const number = numberIn(text);
  return number !== undefined && number >= minimum && number <= maximum ? number : undefined;
}

function rangeOf({ minimum, maximum }: OgcParameter): string {
  if (minimum === undefined) return maximum === undefined ? '' : ` of at most ${maximum}`;
  return maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`;
}
