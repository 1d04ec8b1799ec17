import { type BadRows, badRows } from '../reading/bad-rows.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { type Reader, type SourceFile, type SourceTable, stem, type TablePart } from '../reading/source-table.ts';
import { isOnEarth } from '../reading/spatial-reference.ts';
import { findChild, findChildren, getAttribute, readChildText, readXmlTree, type XmlNode } from '../reading/xml.ts';
import { makeTextTables, type TextFeature } from '../text/text-features.ts';

/** Members that are always text, even if they contain numbers. */
const texts = new Set(['name', 'description', 'comment', 'source', 'symbol', 'type', 'track', 'link']);
/** Readable names for the short names of the format. */
const longNames: Readonly<Record<string, string>> = {
  desc: 'description',
  cmt: 'comment',
  src: 'source',
  sym: 'symbol',
  ele: 'elevation',
};

/**
 * Read GPX 1.0 or 1.1. Waypoints, routes and tracks become layers with their members as fields. Layers are flat, so the
 * elevation is a field. Tracks have their first and last time, and their lowest and highest elevation. The points of
 * tracks are an extra layer with times, elevations and the values of sensors.
 *
 * @throws {Fault} `bad-package` with line and column if it isn't GPX or has no content
 */
export const readGpx: Reader = async (file) => {
  const xml = await readXmlTree(file);
  const { root } = xml;
  if (root.name !== 'gpx') throw readFault('bad-package', 'rootExpected', file.name, 'gpx', root.name);
  const reading: Reading = { file, short: 0, bad: badRows() };
  const parts: [TablePart, TextFeature[]][] = [
    ['waypoints', findChildren(root, 'wpt').map((point) => pointFeature(reading, point))],
    ['trackPoints', trackPoints(reading, root)],
    ['routes', findChildren(root, 'rte').map((route) => lineFeature(reading, route, [findChildren(route, 'rtept')]))],
    ['tracks', findChildren(root, 'trk').map((track) => lineFeature(reading, track, listSegments(track)))],
  ];
  const filled = parts.filter(([, features]) => features.length > 0);
  if (filled.length === 0) throw readFault('bad-package', 'noGpxPoints', file.name);
  const description = readChildText(findChild(root, 'metadata'), 'desc') || readChildText(root, 'desc');
  const tables = filled.flatMap(([part, features]) =>
    makeTextTables(features, stem(file.name), { isText: (key) => texts.has(key) }, xml.budget).map(
      ({ part: _, ...table }): SourceTable => ({
        ...table,
        part: filled.length > 1 ? part : undefined,
        isExtra: part === 'trackPoints',
        description: description.slice(0, 500) || undefined,
      }),
    ),
  );
  const notes = [
    ...xml.notes,
    ...reading.bad.notes(),
    ...(reading.short > 0 ? [diagnostic('shortLines', reading.short)] : []),
  ];
  return tables.map((table, i) => (i === 0 ? { ...table, notes: [...notes, ...table.notes] } : table));
};

interface Reading {
  readonly file: SourceFile;
  /** Number of lines with a single point. */
  short: number;
  readonly bad: BadRows;
}

const listSegments = (track: XmlNode): (readonly XmlNode[])[] =>
  findChildren(track, 'trkseg').map((segment) => findChildren(segment, 'trkpt'));

const locateElement = ({ file }: Reading, element: XmlNode) =>
  diagnostic('inFile', file.name, diagnostic('element', element.line, element.name));

/** Return the position of a point; if it can't be read, add a note and return undefined. */
function readPosition(reading: Reading, point: XmlNode): [number, number] | undefined {
  const [lat, lon] = [getAttribute(point, 'lat') ?? '', getAttribute(point, 'lon') ?? ''];
  const position: [number, number] = [Number(lon), Number(lat)];
  if (lat.trim() !== '' && lon.trim() !== '' && isOnEarth(...position)) return position;
  reading.bad.add(() => diagnostic('gpxPosition', locateElement(reading, point), lat.slice(0, 40), lon.slice(0, 40)));
  return undefined;
}

function pointFeature(
  reading: Reading,
  point: XmlNode,
  more: readonly (readonly [string, string])[] = [],
): TextFeature {
  const coordinates = readPosition(reading, point);
  return {
    values: new Map([...more, ...readMembers(point)]),
    geometry: coordinates ? { type: 'Point', coordinates } : null,
    location: locateElement(reading, point),
  };
}

/** Return the points of all tracks; empty if points have only positions. */
function trackPoints(reading: Reading, root: XmlNode): TextFeature[] {
  const tracks = findChildren(root, 'trk');
  if (!tracks.some((track) => listSegments(track).some((points) => points.some(({ children }) => children.length > 0))))
    return [];
  // Problems of these points are already noted for the tracks.
  const silent = { ...reading, bad: badRows() };
  return tracks.flatMap((track, i) =>
    listSegments(track).flatMap((points, segment) =>
      points.map((point) =>
        pointFeature(silent, point, [
          ['track', readChildText(track, 'name') || String(i + 1)],
          ['segment', String(segment + 1)],
        ]),
      ),
    ),
  );
}

function lineFeature(reading: Reading, line: XmlNode, segments: readonly (readonly XmlNode[])[]): TextFeature {
  const paths = segments
    .filter((points) => points.length > 0)
    .map((points) => points.flatMap((point) => [readPosition(reading, point) ?? []].filter(([x]) => x !== undefined)));
  const long = paths.filter((path) => path.length > 1);
  reading.short += paths.length - long.length;
  return {
    values: new Map([...readMembers(line), ...summarize(segments)]),
    geometry: long.length === 0 ? null : { type: 'MultiLineString', coordinates: long },
    location: locateElement(reading, line),
  };
}

/**
 * Return name–value pairs: the point count, the first and last time in file order, and the lowest and highest
 * elevation. Times and elevations are left out if there are none.
 */
function summarize(segments: readonly (readonly XmlNode[])[]): [string, string][] {
  const points = segments.flat();
  const times = points.map((point) => readChildText(point, 'time')).filter(Boolean);
  let [lowest, highest] = [Infinity, -Infinity];
  for (const point of points) {
    const height = Number(readChildText(point, 'ele') || Number.NaN);
    if (!Number.isFinite(height)) continue;
    lowest = Math.min(lowest, height);
    highest = Math.max(highest, height);
  }
  const values: [string, string][] = [['points', String(points.length)]];
  if (times.length > 0) values.push(['begin', times[0]!], ['end', times[times.length - 1]!]);
  if (lowest <= highest) values.push(['lowest', String(lowest)], ['highest', String(highest)]);
  return values;
}

/**
 * Return the members of a point, route or track: its own, the URL of a link, and the innermost elements of extensions.
 */
function readMembers(element: XmlNode): [string, string][] {
  const values: [string, string][] = [];
  for (const child of element.children) {
    if (child.name === 'link') values.push(['link', getAttribute(child, 'href') ?? '']);
    else if (child.children.length === 0) values.push([longNames[child.name] ?? child.name, child.text.trim()]);
  }
  const memberNames = new Set(values.map(([name]) => name));
  values.push(
    ...findChildren(element, 'extensions')
      .flatMap(flattenMembers)
      .filter(([name]) => !memberNames.has(name)),
  );
  return values.filter(([, value]) => value !== '');
}

const flattenMembers = (element: XmlNode): [string, string][] =>
  element.children.flatMap((child): [string, string][] =>
    child.children.length === 0 ? [[child.name, child.text.trim()]] : flattenMembers(child),
  );
