import { parse } from '../../rows/where/parse.ts';
import type { Expression } from '../../rows/where/syntax.ts';
import { plain } from '../rest-value.ts';
import type { Field } from '../writing/rows-to-write.ts';

/** What an expression of QGIS cannot say. */
export class NotWritten extends Error {}

/** Write a text in quotes, in which QGIS reads a backslash as the begin of an escape. */
export const textOf = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\n', '\\n').replaceAll('\t', '\\t')}'`;

/** Find a field by its name in any case. @throws {NotWritten} when there is none */
export function fieldNamed(name: string, fields: readonly Field[]): Field {
  const found = fields.find((field) => field.Name.toLowerCase() === name.toLowerCase());
  if (!found) throw new NotWritten(name);
  return found;
}

/** Write the name of a field in quotes, spelled as in the table. */
export const nameText = ({ Name }: Field): string => `"${Name.replaceAll('"', '""')}"`;

/** The name of a coded value by its code; undefined for a field without a list of codes. */
export function caseOfCodes(field: Field): string | undefined {
  const { Domain } = field;
  if (Domain?.type !== 'CodedValueDomain' || Domain.CodedValues.length === 0) return undefined;
  const name = nameText(field);
  const branches = Domain.CodedValues.map(({ Name: label, Code }) => {
    const code = plain(Code);
    return `WHEN ${name} = ${typeof code === 'number' ? code : textOf(String(code))} THEN ${textOf(label)}`;
  });
  return `CASE ${branches.join(' ')} ELSE COALESCE(${name}, '') END`;
}

/**
 * Write a where clause as an expression of QGIS.
 *
 * @throws {NotWritten} for what only our own SQL has; {Fault} `bad-sql`
 */
export function conditionText(clause: string, fields: readonly Field[]): string | undefined {
  const parsed = parse(clause);
  return parsed && write(parsed.root);

  function write(one: Expression): string {
    const not = 'negated' in one && one.negated ? 'NOT ' : '';
    switch (one.kind) {
      case 'number':
        return String(one.value);
      case 'string':
        return textOf(one.value);
      case 'null':
        return 'NULL';
      case 'boolean':
        return one.value ? '1 = 1' : '1 = 0';
      case 'date':
        return `to_datetime(${textOf(new Date(one.value).toISOString())})`;
      case 'field':
        return nameText(fieldNamed(one.name, fields));
      case 'negate':
        return `-(${write(one.value)})`;
      case 'not':
        return `NOT (${write(one.value)})`;
      case 'and':
      case 'or':
        return one.terms.map((term) => `(${write(term)})`).join(` ${one.kind.toUpperCase()} `);
      case 'compare':
        return `${operand(one.left)} ${one.operator} ${operand(one.right)}`;
      case 'arithmetic':
        return `${operand(one.left)} ${one.operator} ${operand(one.right)}`;
      case 'isNull':
        return `${operand(one.value)} IS ${not}NULL`;
      case 'in':
        return `${operand(one.value)} ${not}IN (${one.items.map(write).join(', ')})`;
      case 'between': {
        const value = operand(one.value);
        const inside = `${value} >= ${operand(one.low)} AND ${value} <= ${operand(one.high)}`;
        return not ? `NOT (${inside})` : inside;
      }
      case 'like':
        return `${operand(one.value)} ${not}${pattern(one)}`;
      default:
        throw new NotWritten(clause);
    }
  }

  function operand(one: Expression): string {
    return one.kind === 'field' || one.kind === 'number' || one.kind === 'string' ? write(one) : `(${write(one)})`;
  }

  function pattern({ pattern: sought, escapeSign }: Extract<Expression, { kind: 'like' }>): string {
    // In a pattern of QGIS a backslash takes the meaning of the sign after it away.
    if (sought.kind !== 'string' || escapeSign || sought.value.includes('\\')) throw new NotWritten(clause);
    return `LIKE ${textOf(sought.value)}`;
  }
}
