import { html, type Markup, type Piece } from './html.ts';

/**
 * Write the plain members of a contract value as a list of names and values.
 *
 * Lists of structures are left out because they have their own tables. Members in `apart` are left out too.
 */
export function valueList(value: object, apart: readonly string[] = []): Markup | undefined {
  const rows = Object.entries(value).flatMap(([name, member]) => {
    const value = name === 'type' || apart.includes(name) ? undefined : formatValue(member);
    return value === undefined || value === '' ? [] : [html`<dt>${name}</dt><dd>${value}</dd>`];
  });
  return rows.length > 0 ? html`<dl>${rows}</dl>` : undefined;
}

function formatValue(value: unknown): Piece {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value))
    return value.length === 0 || typeof value[0] === 'object' ? undefined : value.map(String).join(', ');
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? valueList(value) : String(value);
}
