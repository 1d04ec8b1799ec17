import type { XmlElement } from '../../../../sw/soap/xml.ts';
import { type Diagnostic, readFault } from '../../diagnostic.ts';
import type { LooseGeometry } from '../collect-features.ts';
import { isOnEarth } from '../spatial-reference.ts';
import { childOf, childrenOf, textOf } from '../xml-file.ts';

type Position = readonly number[];

const shapes = new Set([
  'Point',
  'LineString',
  'LinearRing',
  'Polygon',
  'MultiGeometry',
  'Model',
  'Track',
  'MultiTrack',
]);

/**
 * Read the geometry of a placemark: longitude, latitude, and the height where it is not zero.
 *
 * @returns null when it has none, or one without a vertex
 * @throws {Fault} `bad-geometry` for coordinates that are no numbers
 */
export function kmlGeometry(placemark: XmlElement, place: Diagnostic): LooseGeometry | null {
  const found = placemark.children
    .filter((child) => shapes.has(child.name))
    .flatMap((child) => geometryOf(child, place));
  if (found.length === 0) return null;
  const [only] = found;
  // The height of a single point is one of its attributes.
  if (found.length === 1 && only!.type === 'Point')
    return { type: 'Point', coordinates: (only!.coordinates as Position).slice(0, 2) };
  return found.length === 1 ? only! : { type: 'GeometryCollection', geometries: found };
}

function geometryOf(element: XmlElement, place: Diagnostic): LooseGeometry[] {
  switch (element.name) {
    case 'Point':
      return positionsOf(element, place)
        .slice(0, 1)
        .map((coordinates) => ({ type: 'Point', coordinates }));
    case 'LineString':
    case 'LinearRing':
      return lineOf(positionsOf(element, place));
    case 'Polygon':
      return polygonOf(element, place);
    case 'MultiGeometry':
    case 'MultiTrack':
      return element.children.filter((child) => shapes.has(child.name)).flatMap((child) => geometryOf(child, place));
    case 'Track':
      return lineOf(childrenOf(element, 'coord').map(({ text }) => position(text.trim().split(/\s+/), text, place)));
    default: {
      const location = childOf(element, 'Location');
      if (!location) return [];
      const label = ['longitude', 'latitude', 'altitude'].map((name) => textOf(location, name));
      return [{ type: 'Point', coordinates: position(label, label.join(','), place) }];
    }
  }
}

const lineOf = (coordinates: readonly Position[]): LooseGeometry[] =>
  coordinates.length < 2 ? [] : [{ type: 'LineString', coordinates }];

function polygonOf(element: XmlElement, place: Diagnostic): LooseGeometry[] {
  const rings = (boundary: string): Position[][] =>
    childrenOf(element, boundary)
      .flatMap((side) => childrenOf(side, 'LinearRing'))
      .map((ring) => positionsOf(ring, place))
      .filter((ring) => ring.length > 0);
  const [outer] = rings('outerBoundaryIs');
  return outer ? [{ type: 'Polygon', coordinates: [outer, ...rings('innerBoundaryIs')] }] : [];
}

/** `lon,lat,height lon,lat,height`; blanks after commas stand in files that were written by hand. */
function positionsOf(element: XmlElement, place: Diagnostic): Position[] {
  const text = textOf(element, 'coordinates').replace(/\s*,\s*/g, ',');
  return text === '' ? [] : text.split(/\s+/).map((tuple) => position(tuple.split(','), tuple, place));
}

function position(label: readonly string[], found: string, place: Diagnostic): Position {
  const [x, y, z] = label.map((word) => (word === '' ? Number.NaN : Number(word))) as [number, number, number];
  const isHeight = label.length < 3 || label[2] === '' || Number.isFinite(z);
  // A decimal comma makes four numbers of three, and a latitude that there is not.
  if (label.length > 3 || !isHeight || !isOnEarth(x, y))
    throw readFault('bad-geometry', 'kmlCoordinates', place, found.trim().slice(0, 40));
  // Nearly every file writes a height of zero and means none.
  return z && Number.isFinite(z) ? [x, y, z] : [x, y];
}
