import { html, type Markup, type Piece } from './html.ts';

/**
 * Write the plain members of a value of the contract as terms and what is said of them, by the contract's own names.
 * Members that are lists of structures stand in tables of their own and are left out, as are those in `apart`.
 */
export function told(value: object, apart: readonly string[] = []): Markup | undefined {
  const rows = Object.entries(value).flatMap(([name, member]) => {
    const said = name === 'type' || apart.includes(name) ? undefined : words(member);
    return said === undefined || said === '' ? [] : [html`<dt>${name}</dt><dd>${said}</dd>`];
  });
  return rows.length > 0 ? html`<dl>${rows}</dl>` : undefined;
}

function words(value: unknown): Piece {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value))
    return value.length === 0 || typeof value[0] === 'object' ? undefined : value.map(String).join(', ');
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? told(value) : String(value);
}
