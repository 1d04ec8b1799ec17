import { Fault } from '../fault.ts';
import type { Value } from '../infer.ts';

/** A member of a JSON message to `admin/...`; it may be left out unless it is `required`. */
export interface MessageMember {
  readonly kind: keyof Kinds;
  readonly required?: true;
  /** Of a text. */
  readonly choices?: readonly string[];
  /** Of a number. */
  readonly range?: readonly [minimum: number, maximum: number];
}

interface Kinds {
  text: string;
  number: number;
  boolean: boolean;
  /** One at least. */
  integers: readonly number[];
  envelope: Value<'EnvelopeN'>;
  object: Readonly<Record<string, unknown>>;
  objects: readonly Readonly<Record<string, unknown>>[];
  /** What reads it checks it. */
  any: unknown;
}

type MemberOf<M> = M extends { choices: readonly (infer C)[] }
  ? C
  : M extends { kind: infer K extends keyof Kinds }
    ? Kinds[K]
    : never;

/** A message as its rows say. */
export type MessageOf<R> = {
  readonly [K in keyof R as R[K] extends { required: true } ? K : never]: MemberOf<R[K]>;
} & { readonly [K in keyof R as R[K] extends { required: true } ? never : K]?: MemberOf<R[K]> | undefined };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (isMember: (value: unknown) => boolean, value: unknown): boolean =>
  Array.isArray(value) && value.every(isMember);

const kinds: Readonly<Record<keyof Kinds, readonly [expected: string, isKind: (value: unknown) => boolean]>> = {
  text: ['text', (value) => typeof value === 'string'],
  number: ['a number', (value) => typeof value === 'number'],
  boolean: ['true or false', (value) => typeof value === 'boolean'],
  integers: [
    'a list of whole numbers',
    (value) => isList(Number.isInteger, value) && (value as readonly unknown[]).length > 0,
  ],
  envelope: ['an object with XMin, YMin, XMax, YMax', isRecord],
  object: ['an object', isRecord],
  objects: ['a list of objects', (value) => isList(isRecord, value)],
  any: ['', () => true],
};

/**
 * Check a message by its rows.
 *
 * @param path of the message, which errors name
 * @throws {Fault} `bad-value` naming the member that is wrong or unknown
 */
export function checkMessage<R extends Readonly<Record<string, MessageMember>>>(
  rows: R,
  message: unknown,
  path?: string,
): MessageOf<R> {
  const names = Object.keys(rows);
  if (!isRecord(message)) throw wrong(path ?? 'Body', `an object of ${names.join(', ')}`, message);
  const unknown = Object.keys(message).find((name) => !Object.hasOwn(rows, name));
  if (unknown !== undefined) throw wrong(path ?? 'Body', `members ${names.join(', ')}`, unknown);
  for (const [name, { kind, required, choices, range }] of Object.entries(rows)) {
    const found = message[name];
    if (found === undefined && !required) continue;
    const [expected, isKind] = kinds[kind];
    const where = path === undefined ? name : `${path}.${name}`;
    if (choices && !choices.includes(found as string)) throw wrong(where, `one of ${choices.join(', ')}`, found);
    if (range && !((found as number) >= range[0] && (found as number) <= range[1]))
      throw wrong(where, range.join(' to '), found);
    if (!isKind(found)) throw wrong(where, expected, found);
  }
  return message as MessageOf<R>;
}

const wrong = (path: string, expected: string, found: unknown): Fault =>
  new Fault('bad-value', `${path}: ${expected} expected, ${(JSON.stringify(found) ?? 'nothing').slice(0, 80)} found.`);
