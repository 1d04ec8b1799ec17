import { describeValue, wrongValue } from '../../contract/index.ts';

/**
 * Checks an untrusted value.
 *
 * @throws {Fault} `bad-package` if the value is invalid, with its path and the expected and found values
 */
export interface Check<T = unknown> {
  (value: unknown, path: string): void;
  /** Never set: carries the type of the values that pass. */
  readonly checked?: T;
}

/** The type of the values that pass a check. */
export type Checked<C extends Check> = C extends Check<infer T> ? T : never;

/** Throw `bad-package` with the path and the expected and found values. */
export function refuse(path: string, expected: string, actual: unknown): never {
  throw wrongValue('bad-package', path, expected, describeValue(actual));
}

export const isString: Check<string> = (value, path) => {
  if (typeof value !== 'string') refuse(path, 'a string', value);
};
export const isBoolean: Check<boolean> = (value, path) => {
  if (typeof value !== 'boolean') refuse(path, 'true or false', value);
};
export const isNumber: Check<number> = (value, path) => {
  if (!Number.isFinite(value)) refuse(path, 'a finite number', value);
};
export const isNotBelow =
  (minimum: number): Check<number> =>
  (value, path) => {
    if (!Number.isFinite(value) || (value as number) < minimum) refuse(path, `a number ≥ ${minimum}`, value);
  };
export const isInteger =
  (minimum: number, maximum = Number.MAX_SAFE_INTEGER): Check<number> =>
  (value, path) => {
    if (!Number.isSafeInteger(value) || (value as number) < minimum || (value as number) > maximum) {
      refuse(path, `an integer from ${minimum} to ${maximum}`, value);
    }
  };
export const isAnyOf =
  <const T extends string>(...values: readonly T[]): Check<T> =>
  (value, path) => {
    if (!values.includes(value as T)) refuse(path, `one of ${values.join(', ')}`, value);
  };
export const isMatch =
  (pattern: RegExp, expected: string): Check<string> =>
  (value, path) => {
    if (typeof value !== 'string' || !pattern.test(value)) refuse(path, expected, value);
  };

export const isListOf =
  <T>(item: Check<T>, length?: number): Check<readonly T[]> =>
  (value, path) => {
    if (!Array.isArray(value)) refuse(path, 'a list', value);
    if (length !== undefined && value.length !== length) refuse(path, `a list of ${length}`, value);
    // `entries` also visits the holes of a sparse list.
    for (const [index, member] of value.entries()) item(member, `${path}[${index}]`);
  };

/** Return a check for objects whose keys are data, such as names. */
export const isRecordOf =
  <T>(item: Check<T>): Check<Readonly<Record<string, T>>> =>
  (value, path) => {
    for (const [key, member] of Object.entries(asObject(value, path))) item(member, `${path}.${key}`);
  };

type Members = Readonly<Record<string, Check>>;
type CheckedShape<M extends Members> = {
  readonly [K in keyof M as K extends `${string}?` ? never : K]: Checked<M[K]>;
} & { readonly [K in keyof M as K extends `${infer Name}?` ? Name : never]?: Checked<M[K]> };

/**
 * Return a check for objects with the keys of `members`; a key that ends in `?` is optional. Other keys are allowed,
 * for later versions.
 */
export const isShape = <const M extends Members>(members: M): Check<CheckedShape<M>> => {
  const rows = Object.entries(members).map(([key, check]) => ({
    key: key.replace(/\?$/, ''),
    isOptional: key.endsWith('?'),
    check,
  }));
  return (value, path) => {
    const object = asObject(value, path);
    for (const { key, isOptional, check } of rows) {
      const member = Object.hasOwn(object, key) ? object[key] : undefined;
      if (member === undefined && isOptional) continue;
      check(member, `${path}.${key}`);
    }
  };
};

export function asObject(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(path, 'an object', value);
  return value as Record<string, unknown>;
}
