import { parse } from '../../rows/where/parse.ts';
import type { Expression } from '../../rows/where/syntax.ts';
import { plain } from '../rest-value.ts';
import type { Field } from '../writing/rows-to-write.ts';

/** Signals that QGIS has no equivalent of an expression. */
export class UnsupportedExpression extends Error {}

/** Quote a string. QGIS treats a backslash as the start of an escape sequence. */
export const quoteString = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\n', '\\n').replaceAll('\t', '\\t')}'`;

/** Find a field by its name, ignoring case. @throws {UnsupportedExpression} when there is none */
export function fieldNamed(name: string, fields: readonly Field[]): Field {
  const match = fields.find((field) => field.Name.toLowerCase() === name.toLowerCase());
  if (!match) throw new UnsupportedExpression(name);
  return match;
}

/** Quote the name of a field, spelled like in the table. */
export const nameText = ({ Name }: Field): string => `"${Name.replaceAll('"', '""')}"`;

/** Write an expression for the name of a coded value; undefined for a field without coded values. */
export function makeCodeCase(field: Field): string | undefined {
  const { Domain } = field;
  if (Domain?.type !== 'CodedValueDomain' || Domain.CodedValues.length === 0) return undefined;
  const name = nameText(field);
  const branches = Domain.CodedValues.map(({ Name: label, Code }) => {
    const code = plain(Code);
    return `WHEN ${name} = ${typeof code === 'number' ? code : quoteString(String(code))} THEN ${quoteString(label)}`;
  });
  return `CASE ${branches.join(' ')} ELSE COALESCE(${name}, '') END`;
}

/**
 * Write a where clause as a QGIS expression; undefined if it's empty.
 *
 * @throws {UnsupportedExpression} for SQL that QGIS doesn't support; {Fault} `bad-sql` for invalid SQL
 */
export function conditionText(clause: string, fields: readonly Field[]): string | undefined {
  const parsed = parse(clause);
  return parsed && write(parsed.root);

  function write(node: Expression): string {
    const not = 'negated' in node && node.negated ? 'NOT ' : '';
    switch (node.kind) {
      case 'number':
        return String(node.value);
      case 'string':
        return quoteString(node.value);
      case 'null':
        return 'NULL';
      case 'boolean':
        return node.value ? '1 = 1' : '1 = 0';
      case 'date':
        return `to_datetime(${quoteString(new Date(node.value).toISOString())})`;
      case 'field':
        return nameText(fieldNamed(node.name, fields));
      case 'negate':
        return `-(${write(node.value)})`;
      case 'not':
        return `NOT (${write(node.value)})`;
      case 'and':
      case 'or':
        return node.terms.map((term) => `(${write(term)})`).join(` ${node.kind.toUpperCase()} `);
      case 'compare':
        return `${operand(node.left)} ${node.operator} ${operand(node.right)}`;
      case 'arithmetic':
        return `${operand(node.left)} ${node.operator} ${operand(node.right)}`;
      case 'isNull':
        return `${operand(node.value)} IS ${not}NULL`;
      case 'in':
        return `${operand(node.value)} ${not}IN (${node.items.map(write).join(', ')})`;
      case 'between': {
        const value = operand(node.value);
        const inside = `${value} >= ${operand(node.low)} AND ${value} <= ${operand(node.high)}`;
        return not ? `NOT (${inside})` : inside;
      }
      case 'like':
        return `${operand(node.value)} ${not}${pattern(node)}`;
      default:
        throw new UnsupportedExpression(clause);
    }
  }

  function operand(node: Expression): string {
    return node.kind === 'field' || node.kind === 'number' || node.kind === 'string' ? write(node) : `(${write(node)})`;
  }

  function pattern({ pattern: patternNode, escapeSign }: Extract<Expression, { kind: 'like' }>): string {
    // In a QGIS pattern, a backslash escapes the next character.
    if (patternNode.kind !== 'string' || escapeSign || patternNode.value.includes('\\'))
      throw new UnsupportedExpression(clause);
    return `LIKE ${quoteString(patternNode.value)}`;
  }
}
