import type { LooseGeometry } from '../reading/collect-features.ts';
import { coordinateTuples } from '../reading/coordinate-tuples.ts';
import { readFault } from '../reading/diagnostic.ts';
import type { Diagnostic } from '../reading/read-fault.ts';
import { isOnEarth } from '../reading/spatial-reference.ts';
import { findChild, findChildren, readChildText, type XmlNode } from '../reading/xml.ts';

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
 * Read the geometry of a placemark: longitude, latitude, and the height unless it is zero.
 *
 * @returns null if the placemark has no geometry, or no geometry with a vertex
 * @throws {Fault} `bad-geometry` if coordinates aren't numbers
 */
export function kmlGeometry(placemark: XmlNode, location: Diagnostic): LooseGeometry | null {
  const geometries = placemark.children
    .filter((child) => shapes.has(child.name))
    .flatMap((child) => readGeometry(child, location));
  if (geometries.length === 0) return null;
  const [only] = geometries;
  // The height of a single point is a field.
  if (geometries.length === 1 && only!.type === 'Point')
    return { type: 'Point', coordinates: (only!.coordinates as Position).slice(0, 2) };
  return geometries.length === 1 ? only! : { type: 'GeometryCollection', geometries };
}

function readGeometry(element: XmlNode, location: Diagnostic): LooseGeometry[] {
  switch (element.name) {
    case 'Point':
      return readPositions(element, location)
        .slice(0, 1)
        .map((coordinates) => ({ type: 'Point', coordinates }));
    case 'LineString':
    case 'LinearRing':
      return makeLine(readPositions(element, location));
    case 'Polygon':
      return readPolygon(element, location);
    case 'MultiGeometry':
    case 'MultiTrack':
      return element.children
        .filter((child) => shapes.has(child.name))
        .flatMap((child) => readGeometry(child, location));
    case 'Track':
      return makeLine(
        findChildren(element, 'coord')
          .map(({ text }) => text.trim())
          // Skip times without a position.
          .filter(Boolean)
          .map((text) => position(text.split(/\s+/), text, location)),
      );
    default: {
      const lonLat = findChild(element, 'Location');
      if (!lonLat) return [];
      const label = ['longitude', 'latitude', 'altitude'].map((name) => readChildText(lonLat, name));
      return [{ type: 'Point', coordinates: position(label, label.join(','), location) }];
    }
  }
}

const makeLine = (coordinates: readonly Position[]): LooseGeometry[] =>
  coordinates.length < 2 ? [] : [{ type: 'LineString', coordinates }];

function readPolygon(element: XmlNode, location: Diagnostic): LooseGeometry[] {
  const rings = (boundary: string): Position[][] =>
    findChildren(element, boundary)
      .flatMap((side) => findChildren(side, 'LinearRing'))
      .map((ring) => readPositions(ring, location))
      .filter((ring) => ring.length > 0);
  const [outer] = rings('outerBoundaryIs');
  return outer ? [{ type: 'Polygon', coordinates: [outer, ...rings('innerBoundaryIs')] }] : [];
}

/** Read `lon,lat,height lon,lat,height`. Hand-written files may have blanks after the commas. */
function readPositions(element: XmlNode, location: Diagnostic): Position[] {
  return coordinateTuples(readChildText(element, 'coordinates')).map((tuple) =>
    position(tuple.split(','), tuple, location),
  );
}

function position(label: readonly string[], text: string, location: Diagnostic): Position {
  const [x, y, z] = label.map((word) => (word === '' ? Number.NaN : Number(word))) as [number, number, number];
  const isHeight = label.length < 3 || label[2] === '' || Number.isFinite(z);
  // A decimal comma results in more than three numbers, or in an impossible latitude.
  if (label.length > 3 || !isHeight || !isOnEarth(x, y))
    throw readFault('bad-geometry', 'kmlCoordinates', location, text.trim().slice(0, 40));
  // Nearly every file writes a height of zero and means none.
  return z && Number.isFinite(z) ? [x, y, z] : [x, y];
}
