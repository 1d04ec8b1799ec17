import type { AnyValue, Value } from '../../contract/index.ts';
import { escapeAttribute, escapeText } from '../../contract/markup.ts';
import { formatDate } from '../../rows/where/date-text.ts';
import { type Position, plain, type RestShape } from '../rest-value.ts';

/** Return the text before the placemarks of a document. */
export const kmlHead = (name: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escapeText(name)}</name>
`;
export const kmlEnd = '\n</Document></kml>\n';
/** Return a ground overlay: an image with its extent. */
export const overlay = (name: string, file: string, { XMin, YMin, XMax, YMax }: Value<'EnvelopeN'>): string =>
  `<GroundOverlay><name>${escapeText(name)}</name><Icon><href>${file}</href></Icon><LatLonBox><north>${YMax}</north><south>${YMin}</south><east>${XMax}</east><west>${XMin}</west></LatLonBox></GroundOverlay>`;
/** Name of the document in a KMZ. */
export const kmlName = 'doc.kml';

/** Writes one row. Its geometry must be in WGS 84, the only CRS of KML. */
type PlacemarkWriter = (values: readonly (AnyValue | undefined)[], shape: RestShape | null | undefined) => string;

/**
 * Create the writer of rows as KML: a Placemark each, named by the display field. The values are both a table in the
 * description and extended data.
 *
 * @param fields in the order of the values; geometries and rasters are skipped
 * @param displayField empty for rows without a name
 * @see OGC 07-147r2 (KML 2.2)
 */
export function placemarkWriter(fields: readonly Value<'Field'>[], displayField: string): PlacemarkWriter {
  const cells = fields.flatMap((field, index) => {
    if (field.Type === 'gisFieldTypeRaster' || field.Type === 'gisFieldTypeGeometry') return [];
    const alias = escapeText(field.AliasName ?? field.Name);
    return [
      {
        at: index,
        isName: field.Name === displayField,
        // The description is markup inside text, so its values are escaped twice.
        rowStart: escapeText(`<tr><th>${alias}</th><td>`),
        dataStart: `<Data name="${escapeAttribute(field.Name)}"><displayName>${alias}</displayName><value>`,
      },
    ];
  });
  return (values, shape) => {
    let name = '';
    let table = '';
    let data = '';
    for (const { at, isName, rowStart, dataStart } of cells) {
      const raw = formatValue(values[at] ?? null);
      const text = escapeText(raw);
      if (isName) name = text;
      table += rowStart + (text === raw ? raw : escapeText(text)) + rowEnd;
      data += `${dataStart}${text}</value></Data>`;
    }
    return `<Placemark><name>${name}</name><description>${tableStart}${table}${tableEnd}</description><ExtendedData>${data}</ExtendedData>${shape ? geometry(shape) : ''}</Placemark>`;
  };
}

function formatValue(value: AnyValue): string {
  if (value === null) return '';
  return value instanceof Date ? formatDate(value.getTime()) : String(plain(value));
}

const [tableStart, rowEnd, tableEnd] = [escapeText('<table>'), escapeText('</td></tr>'), escapeText('</table>')];

function geometry({ x, y, points, paths, rings }: RestShape): string {
  if (points) return makeMultiGeometry(points.map(pointText));
  if (paths) {
    return makeMultiGeometry(
      paths.map((path) => `<LineString><tessellate>1</tessellate>${coordinates(path)}</LineString>`),
    );
  }
  if (rings) return makeMultiGeometry(polygons(rings));
  return x === undefined ? '' : pointText([x, y!]);
}

const pointText = ([x, y]: Position): string => `<Point><coordinates>${x},${y}</coordinates></Point>`;

const makeMultiGeometry = (parts: readonly string[]): string =>
  parts.length === 1 ? parts[0]! : `<MultiGeometry>${parts.join('')}</MultiGeometry>`;

type Ring = readonly Position[];

const coordinates = (points: Ring): string =>
  `<coordinates>${points.map(([x, y]) => `${x},${y}`).join(' ')}</coordinates>`;

const ringText = (ring: Ring): string => `<LinearRing>${coordinates(ring)}</LinearRing>`;

/** Group rings into polygons with their holes. Outer rings are counter-clockwise in KML, but clockwise here. */
function polygons(rings: readonly Ring[]): string[] {
  const outer = rings.filter((ring) => computeDoubleArea(ring) <= 0).map((ring) => ({ ring, holes: [] as Ring[] }));
  for (const hole of rings) {
    if (computeDoubleArea(hole) <= 0) continue;
    const containers = outer.filter(({ ring }) => containsHole(ring, hole));
    const nearest = containers.sort((a, b) => computeDoubleArea(b.ring) - computeDoubleArea(a.ring))[0];
    // A hole outside all outer rings is an area with the wrong direction.
    if (nearest) nearest.holes.push(hole);
    else outer.push({ ring: [...hole].reverse(), holes: [] });
  }
  return outer.map(({ ring, holes }) => {
    const inner = holes.map((hole) => `<innerBoundaryIs>${ringText([...hole].reverse())}</innerBoundaryIs>`).join('');
    return `<Polygon><outerBoundaryIs>${ringText([...ring].reverse())}</outerBoundaryIs>${inner}</Polygon>`;
  });
}

/** Return twice the area of a ring; positive if it is counter-clockwise. */
function computeDoubleArea(ring: Ring): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) sum += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1];
  return sum;
}

/** Return whether the middle of the hole's first edge is inside the ring; a corner may be on it. */
function containsHole(ring: Ring, hole: Ring): boolean {
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
