import { Fault, type Value } from '../../contract/index.ts';
import type { AttributeBatch, Column } from '../../rows/batch.ts';
import type { PresentationDefinition } from '../../rows/manifest.ts';
import { nameReader } from '../../rows/text/format-value.ts';
import { columnOf, type FieldSource, fieldNamed } from '../renderer/renderer-field.ts';
import { type LabelScalar, type LabelScript, LabelScriptError, readLabelScript, text } from './label-script.ts';

/** Writes the label of a row; empty for none. */
export type LabelText = (attributes: AttributeBatch, row: number) => string;

/** How an expression is to be read. */
interface LabelOptions {
  /** Simple unless said. */
  readonly type?: Value<'gisLabelExpressionType'> | undefined;
  /** True writes the name of a code where a field has a domain of codes, and that of a subtype. */
  readonly usesCodedValues?: boolean | undefined;
  /** Says which kinds of rows have names of their own. */
  readonly presentation?: PresentationDefinition | undefined;
}

/**
 * Read a label expression: fields in brackets and texts in quotes, joined by `&` or `+`, where `vbNewLine` breaks the line;
 * the script dialects know some functions more.
 *
 * @throws {Fault} `unknown-field`; `not-supported` for anything else, naming the place in the expression
 */
export function labelText(expression: string, source: FieldSource, options: LabelOptions = {}): LabelText {
  if (expression.trim() === '') return () => '';
  const { part, fields } = scriptOf(expression, options.type, source);
  const columns = new Map(fields.map((name) => [name, columnOf(source, 'LabelExpression', name)]));
  // Names are looked up once for a batch: rows come batch by batch.
  let batch: AttributeBatch | undefined;
  let names: ReadonlyMap<string, ReturnType<typeof nameReader>> = new Map();
  return (attributes, row) => {
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
}

/**
 * Write a scripted expression in fields, texts and `&` alone.
 *
 * @returns undefined when it says more than that, or cannot be read
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

function scriptOf(
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
      : '[field], "text", numbers, + - * / & and common functions of texts and numbers';
    throw new Fault(
      'not-supported',
      `${path}.LabelExpression: ${expected} expected, "${expression.slice(error.at, error.at + 30).trimStart()}" found at character ${error.at + 1}`,
    );
  }
}

function fieldValue(column: Column, row: number, name: string | undefined): LabelScalar {
  if (name !== undefined) return name;
  const value = labelValue(column, row);
  return value !== '' && (column.kind === 'int' || column.kind === 'double') ? column.values[row]! : value;
}

/** A value as people read it: nulls empty, dates as day and, when it is not midnight, time. */
function labelValue(column: Column, row: number): string {
  if (column.nulls?.[row]) return '';
  const value = column.values[row]!;
  if (column.kind === 'date')
    return new Date(value as number).toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '');
  return text(value);
}
