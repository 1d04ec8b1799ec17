import type { SchemaElement, SchemaTree } from 'hyparquet';

/** Part of the schema that becomes one column: a value, or a member of a struct. */
export interface Leaf {
  /** Names from the column of the table down through its structs. */
  readonly path: readonly string[];
  readonly element: SchemaElement;
  readonly children: readonly SchemaTree[];
  /** Whether the leaf becomes JSON text, like lists and maps. */
  readonly isJson: boolean;
}

/** Types that the library can't read. */
const unreadTypes = new Set(['BSON', 'INTERVAL']);

/**
 * Return the leaves of a column of the table; a struct has one for each member.
 *
 * @returns empty for an empty struct and for unreadable types
 */
export function listLeaves({ element, children, path }: SchemaTree): Leaf[] {
  const { converted_type: converted, logical_type: logical, repetition_type: repetition, type } = element;
  if (isUnread(element, children)) return [];
  const isNested =
    repetition === 'REPEATED' ||
    /^(?:LIST|MAP|MAP_KEY_VALUE)$/.test(converted ?? logical?.type ?? '') ||
    logical?.type === 'VARIANT';
  if (isNested) return [{ path, element, children, isJson: true }];
  return type === undefined ? children.flatMap(listLeaves) : [{ path, element, children, isJson: false }];
}

const isUnread = (
  { converted_type: converted, logical_type: logical }: SchemaElement,
  children: readonly SchemaTree[],
): boolean =>
  unreadTypes.has(converted ?? logical?.type ?? '') ||
  children.some((child) => isUnread(child.element, child.children));

/** Return the names of the columns that can't be read, or not completely. */
export const unreadColumns = (columns: readonly SchemaTree[]): string[] =>
  columns.filter(({ element, children }) => isUnread(element, children)).map(({ element }) => element.name);

/** Check whether the values of a leaf are dates, as epoch milliseconds. */
export const isDate = ({
  element: { type, converted_type: converted, logical_type: logical },
  isJson,
}: Leaf): boolean => !isJson && (/^(?:DATE|TIMESTAMP)/.test(logical?.type ?? converted ?? '') || type === 'INT96');

/** Check whether the values of a leaf are 64-bit integers. */
export const isWhole = ({
  element: { type, converted_type: converted, logical_type: logical },
  isJson,
}: Leaf): boolean => !isJson && type === 'INT64' && !/^(?:TIME|DECIMAL)/.test(logical?.type ?? converted ?? '');
