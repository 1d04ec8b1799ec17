import { html, type Markup, type Piece } from '../../../pages/html.ts';
import { table } from '../../../pages/page.ts';

type Members = Readonly<Record<string, unknown>>;
interface Field {
  readonly name: string;
  readonly alias?: string;
  readonly type?: string;
}

/** Show the features of an answer as a table: a column for each field, dates as dates, shapes in words. */
export function featureTable(
  reply: Members,
  links: { readonly service: string; readonly layer: string | undefined },
): Markup {
  const features = reply.features as readonly { readonly attributes: Members; readonly geometry?: Members }[];
  if (features.length === 0) return html`<p>No row matches.</p>`;
  const fields = (reply.fields ?? Object.keys(features[0]?.attributes ?? {}).map((name) => ({ name }))) as Field[];
  const hasShapes = features.some(({ geometry }) => geometry);
  const cell = ({ name, type }: Field, attributes: Members): Piece => {
    const value = attributes[name];
    if (value === null || value === undefined) return html`<span class="soft">empty</span>`;
    if (type === 'esriFieldTypeDate') return dateText(Number(value));
    const text = String(value);
    const isId = name === reply.objectIdFieldName && links.layer !== undefined;
    return isId ? html`<a href="${links.service}/${links.layer!}/${text}">${text}</a>` : text;
  };
  const columns = fields.map(({ name, alias }) => html`<span title="${name}">${alias || name}</span>`);
  return table(
    'Rows',
    hasShapes ? [...columns, 'Shape'] : columns,
    features.map(({ attributes, geometry }) => [
      ...fields.map((field) => cell(field, attributes)),
      ...(hasShapes ? [shapeText(geometry)] : []),
    ]),
  );
}

/** A moment in ISO 8601; the number where a date cannot say it. */
const dateText = (epochMs: number): string =>
  Math.abs(epochMs) <= 8.64e15 ? new Date(epochMs).toISOString() : String(epochMs);

/** A shape in words: a point by its coordinates, others by their number of vertices. */
export function shapeText(shape: Members | undefined): string {
  if (!shape) return '';
  const { x, y, points, paths, rings } = shape as Readonly<Record<string, unknown[][] | undefined>>;
  if (points) return `${points.length} points`;
  const parts = paths ?? rings;
  if (!parts) return `${Number(x).toFixed(5)}, ${Number(y).toFixed(5)}`;
  const vertices = parts.reduce((sum, part) => sum + part.length, 0);
  return `${rings ? 'area' : 'line'} of ${vertices} vertices`;
}
