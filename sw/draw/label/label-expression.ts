import { type Value, wrongValue } from '../../contract/index.ts';
import type { AttributeBatch, Column } from '../../rows/batch.ts';
import type { PresentationDefinition } from '../../rows/manifest.ts';
import { nameReader } from '../../rows/text/format-value.ts';
import { type FieldSource, fieldNamed, makeColumnReader, namesIn } from '../renderer/renderer-field.ts';
import { type LabelScalar, type LabelScript, LabelScriptError, readLabelScript, text } from './label-script.ts';

/** Returns the label of a row; an empty string for none. */
export interface LabelText {
  (attributes: AttributeBatch, row: number): string;
  /** Names of the fields that the label uses. */
  readonly fields: readonly string[];
}

/** Options for reading an expression. */
interface LabelOptions {
  /** Simple by default. */
  readonly type?: Value<'gisLabelExpressionType'> | undefined;
  /** True to write the names of coded values and subtypes. */
  readonly usesCodedValues?: boolean | undefined;
  /** Defines subtypes and their domains. */
  readonly presentation?: PresentationDefinition | undefined;
}

/**
 * Read a label expression: fields in brackets and strings in quotes, joined by `&` or `+`. `vbNewLine` breaks the line.
 * The script dialects have more functions.
 *
 * @throws {Fault} `unknown-field` for a field that the source lacks; `not-supported` for any other syntax, naming the
 *   position in the expression
 */
export function labelText(expression: string, source: FieldSource, options: LabelOptions = {}): LabelText {
  if (expression.trim() === '') return Object.assign(() => '', { fields: [] });
  const { part, fields } = parseScript(expression, options.type, source);
  const columns = new Map(fields.map((name) => [name, makeColumnReader(source, 'LabelExpression', name)]));
  // Names are looked up once per batch, because rows come batch by batch.
  let batch: AttributeBatch | undefined;
  let names: ReadonlyMap<string, ReturnType<typeof nameReader>> = new Map();
  const write = (attributes: AttributeBatch, row: number): string => {
    if (options.usesCodedValues && batch !== attributes) {
      batch = attributes;
      names = new Map(
        fields.map((name) => [
          name,
          nameReader(attributes, fieldNamed(source, 'LabelExpression', name), options.presentation),
        ]),
      );
    }
    return text(part((name) => fieldValue(columns.get(name)!(attributes), row, names.get(name)?.(row)))).trim();
  };
  // The meaning of a code may depend on the subtype of its row.
  return Object.assign(write, { fields: namesIn(source.fields, [...fields, options.presentation?.subtypes?.field]) });
}

/**
 * Reduce a scripted expression to fields, strings and `&`.
 *
 * @returns undefined if the expression is more complex or invalid
 */
export function simpleExpression(
  expression: string,
  type: Value<'gisLabelExpressionType'> | undefined,
): string | undefined {
  try {
    return readLabelScript(expression, isSimple(type)).simple;
  } catch {
    return undefined;
  }
}

const isSimple = (type: Value<'gisLabelExpressionType'> | undefined): boolean =>
  type === undefined || type === 'gisLabelExpressionSimple';

function parseScript(
  expression: string,
  type: Value<'gisLabelExpressionType'> | undefined,
  { path }: FieldSource,
): LabelScript {
  try {
    return readLabelScript(expression, isSimple(type));
  } catch (error) {
    if (!(error instanceof LabelScriptError)) throw error;
    const expected = isSimple(type)
      ? '[field] and "text" joined by &'
      : '[field], "text", numbers, + - * / & and common functions of strings and numbers';
    throw wrongValue(
      'not-supported',
      `${path}.LabelExpression`,
      expected,
      `"${expression.slice(error.offset, error.offset + 30).trimStart()}" at character ${error.offset + 1}`,
    );
  }
}

function fieldValue(column: Column, row: number, name: string | undefined): LabelScalar {
  if (name !== undefined) return name;
  const value = labelValue(column, row);
  return value !== '' && (column.kind === 'int' || column.kind === 'double') ? column.values[row]! : value;
}

/** Format a value. Nulls are empty. Dates show the day, and the time unless it is midnight. */
function labelValue(column: Column, row: number): string {
  if (column.nulls?.[row]) return '';
  const value = column.values[row]!;
  if (column.kind === 'date')
    return new Date(value as number).toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '');
  return text(value);
}
