import { parse } from '../../rows/where/parse.ts';
import type { Expression } from '../../rows/where/syntax.ts';
import { plain } from '../rest-value.ts';
import type { Field } from '../writing/rows-to-write.ts';

/** Signals that QGIS has no equivalent of an expression. */
export class NotWritten extends Error {}

/** Quote a string. QGIS treats a backslash as the start of an escape sequence. */
export const textOf = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\n', '\\n').replaceAll('\t', '\\t')}'`;

/** Find a field by its name, ignoring case. @throws {NotWritten} when there is none */
export function fieldNamed(name: string, fields: readonly Field[]): Field {
  const found = fields.find((field) => field.Name.toLowerCase() === name.toLowerCase());
  if (!found) throw new NotWritten(name);
  return found;
}

/** Quote the name of a field, spelled like in the table. */
export const nameText = ({ Name }: Field): string => `"${Name.replaceAll('"', '""')}"`;

/** Write an expression for the name of a coded value; undefined for a field without coded values. */
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
 * Write a where clause as a QGIS expression.
 *
 * @throws {NotWritten} for SQL that QGIS doesn't support; {Fault} `bad-sql`
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
    // In a QGIS pattern, a backslash escapes the next character.
    if (sought.kind !== 'string' || escapeSign || sought.value.includes('\\')) throw new NotWritten(clause);
    return `LIKE ${textOf(sought.value)}`;
  }
}
