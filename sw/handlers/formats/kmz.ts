import { strToU8, zipSync } from 'fflate';
import type { AnyValue, Value } from '../../contract/index.ts';
import { formatDate } from '../../features/where/date-text.ts';
import { plain, positions } from './feature-set.ts';
import type { QueriedRows } from './query-result.ts';

/**
 * Write rows as KML in a zip: one Placemark a row, named by the display field, described by a table of its values, which
 * also stand as data (semantics.md 4). Shapes must be in WGS 84.
 *
 * @see OGC 07-147r2 (KML 2.2)
 */
export function encodeKmz(rows: QueriedRows): Uint8Array<ArrayBuffer> {
  const files = { 'doc.kml': strToU8(kmlOf(rows)) };
  return zipSync(files, { level: 6, mtime: '2000-01-01T00:00:00Z' }) as Uint8Array<ArrayBuffer>;
}

/** The document inside. */
export function kmlOf({ name, displayField, records }: QueriedRows): string {
  const fields = records.Fields.FieldArray;
  const marks = records.Records.map(({ Values }) => placemark(fields, Values, displayField));
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escaped(name)}</name>
${marks.join('\n')}
</Document></kml>
`;
}

function placemark(
  fields: readonly Value<'Field'>[],
  values: readonly (AnyValue | null)[],
  displayField: string,
): string {
  let name = '';
  let table = '';
  let data = '';
  let shape = '';
  fields.forEach((field, i) => {
    if (field.Type === 'gisFieldTypeRaster') return;
    const value = values[i] ?? null;
    if (field.Type === 'gisFieldTypeGeometry') {
      if (value !== null) shape = geometry(value as Value<'Geometry'>);
      return;
    }
    const alias = escaped(field.AliasName ?? field.Name);
    const text = escaped(textOf(value));
    if (field.Name === displayField) name = text;
    table += `<tr><th>${alias}</th><td>${text}</td></tr>`;
    data += `<Data name="${escaped(field.Name)}"><displayName>${alias}</displayName><value>${text}</value></Data>`;
  });
  // The description is markup inside text, so what is escaped for it is escaped again.
  const description = escaped(`<table>${table}</table>`);
  return `<Placemark><name>${name}</name><description>${description}</description><ExtendedData>${data}</ExtendedData>${shape}</Placemark>`;
}

function textOf(value: AnyValue | null): string {
  if (value === null) return '';
  return value instanceof Date ? formatDate(value.getTime()) : String(plain(value));
}

const escaped = (text: string): string =>
  text
    // Characters that XML cannot hold.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is sought
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function geometry(shape: Value<'Geometry'>): string {
  switch (shape.type) {
    case 'PointN':
      return `<Point><coordinates>${shape.X},${shape.Y}</coordinates></Point>`;
    case 'MultipointN':
      return multi(
        positions(shape.PointArray ?? []).map(([x, y]) => `<Point><coordinates>${x},${y}</coordinates></Point>`),
      );
    case 'PolylineN':
      return multi(
        shape.PathArray.map(
          (path) =>
            `<LineString><tessellate>1</tessellate>${coordinates(positions(path.PointArray ?? []))}</LineString>`,
        ),
      );
    case 'PolygonN':
      return multi(polygons(shape.RingArray.map((ring) => positions(ring.PointArray ?? []))));
    default:
      return '';
  }
}

const multi = (parts: readonly string[]): string =>
  parts.length === 1 ? parts[0]! : `<MultiGeometry>${parts.join('')}</MultiGeometry>`;

type Ring = [number, number][];

const coordinates = (points: Ring): string =>
  `<coordinates>${points.map(([x, y]) => `${x},${y}`).join(' ')}</coordinates>`;

const ringText = (ring: Ring): string => `<LinearRing>${coordinates(ring)}</LinearRing>`;

/** KML wants each outer ring with its holes, counter-clockwise outside; ours are clockwise outside and in one list. */
function polygons(rings: readonly Ring[]): string[] {
  const outer = rings.filter((ring) => doubleArea(ring) <= 0).map((ring) => ({ ring, holes: [] as Ring[] }));
  for (const hole of rings) {
    if (doubleArea(hole) <= 0) continue;
    const around = outer.filter(({ ring }) => isAround(ring, hole));
    const nearest = around.sort((a, b) => doubleArea(b.ring) - doubleArea(a.ring))[0];
    // A hole that nothing is around is an area that goes the wrong way.
    if (nearest) nearest.holes.push(hole);
    else outer.push({ ring: [...hole].reverse(), holes: [] });
  }
  return outer.map(({ ring, holes }) => {
    const inner = holes.map((hole) => `<innerBoundaryIs>${ringText([...hole].reverse())}</innerBoundaryIs>`).join('');
    return `<Polygon><outerBoundaryIs>${ringText([...ring].reverse())}</outerBoundaryIs>${inner}</Polygon>`;
  });
}

/** Positive when the ring goes counter-clockwise. */
function doubleArea(ring: Ring): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) sum += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1];
  return sum;
}

/** Whether the middle of some edge of the hole is inside: a corner may lie on the ring. */
function isAround(ring: Ring, hole: Ring): boolean {
  const [[x0, y0], [x1, y1]] = [hole[0]!, hole[1] ?? hole[0]!];
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  let isInside = false;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1]!;
    const [bx, by] = ring[i]!;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
  }
  return isInside;
}
