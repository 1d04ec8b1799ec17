import type { SchemaElement, SchemaTree } from 'hyparquet';

/** What becomes one column: a value, or a part of a struct. */
export interface Leaf {
  /** From the column of the table down through its structs. */
  readonly path: readonly string[];
  readonly element: SchemaElement;
  readonly children: readonly SchemaTree[];
  /** Lists and maps become JSON text. */
  readonly isJson: boolean;
}

/** Types that the library does not read. */
const unreadTypes = new Set(['BSON', 'INTERVAL']);

/**
 * Tell what becomes of a column of the table: structs fall into their parts.
 *
 * @returns empty for a struct of nothing, and for types that cannot be read
 */
export function leavesOf({ element, children, path }: SchemaTree): Leaf[] {
  const { converted_type: converted, logical_type: logical, repetition_type: repetition, type } = element;
  if (isUnread(element, children)) return [];
  const isNested =
    repetition === 'REPEATED' ||
    /^(?:LIST|MAP|MAP_KEY_VALUE)$/.test(converted ?? logical?.type ?? '') ||
    logical?.type === 'VARIANT';
  if (isNested) return [{ path, element, children, isJson: true }];
  return type === undefined ? children.flatMap(leavesOf) : [{ path, element, children, isJson: false }];
}

const isUnread = (
  { converted_type: converted, logical_type: logical }: SchemaElement,
  children: readonly SchemaTree[],
): boolean =>
  unreadTypes.has(converted ?? logical?.type ?? '') ||
  children.some((child) => isUnread(child.element, child.children));

/** Name the columns of the table of which something cannot be read. */
export const unreadColumns = (columns: readonly SchemaTree[]): string[] =>
  columns.filter(({ element, children }) => isUnread(element, children)).map(({ element }) => element.name);

/** Whether the values of a leaf are dates, as epoch milliseconds. */
export const isDate = ({
  element: { type, converted_type: converted, logical_type: logical },
  isJson,
}: Leaf): boolean => !isJson && (/^(?:DATE|TIMESTAMP)/.test(logical?.type ?? converted ?? '') || type === 'INT96');

/** Whether the values of a leaf are whole numbers of 64 bits. */
export const isWhole = ({
  element: { type, converted_type: converted, logical_type: logical },
  isJson,
}: Leaf): boolean => !isJson && type === 'INT64' && !/^(?:TIME|DECIMAL)/.test(logical?.type ?? converted ?? '');
