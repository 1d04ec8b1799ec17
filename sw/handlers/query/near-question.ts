import { quoteValue, unsupported, type Value, wrongValue } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import { transformation } from '../../geometry/project.ts';
import { coveringExtent } from '../../geometry/project-extent.ts';
import { extentOfVertices } from '../../geometry/single-geometry.ts';
import { referenceFromWkid } from '../../geometry/spatial-reference.ts';
import type { InputGeometry } from '../../rows/geometry/geometry-from-value.ts';
import { nearTest } from '../../rows/relate/near-test.ts';
import type { Question } from '../../rows/scan.ts';
import { runSteps } from '../../scheduler.ts';
import type { Call } from '../call.ts';
import { loadReferences } from '../references.ts';
import { projectGeometry } from './project-geometry.ts';

/** A larger circle covers almost the whole ellipsoid. */
const maxDistanceMetres = 10_000_000;
/** Maximum width of a geometry. Distances on a map centered on it are then at most 1 % off. */
const maxWidthMetres = 3_000_000;

/**
 * Make the spatial part of a query for the rows within a distance of a geometry, on the WGS 84 ellipsoid.
 *
 * Distances are measured on an azimuthal equidistant map centered on the geometry. They are exact for a point. Edges of
 * the rows are straight on that map.
 *
 * @param reference CRS of the geometry
 * @param stored CRS of the rows
 * @throws {Fault} `bad-value` for a distance that is too large, `not-supported` for a geometry that is too wide or an
 *   unknown CRS, `bad-geometry` for a geometry outside the area of its CRS
 */
export async function nearQuestion(
  { context, scheduler }: Call,
  inputGeometry: InputGeometry,
  reference: Value<'SpatialReference'>,
  stored: Value<'SpatialReference'> | undefined,
  metres: number,
): Promise<Pick<Question, 'extent' | 'exactTest' | 'objectIds'>> {
  if (metres > maxDistanceMetres)
    throw wrongValue('bad-value', 'distance', `at most ${maxDistanceMetres} m`, `${metres} m`);
  if (inputGeometry.xy.length === 0) return { objectIds: [] };
  await loadReferences(context, reference, stored);
  const world = referenceFromWkid(4326);
  const toWorld = transformation(reference, world);
  const inWorld = toWorld ? await projectGeometry(inputGeometry, toWorld, scheduler) : inputGeometry;
  const around = inWorld && aroundMiddle(extentOfVertices(inWorld.xy)!);
  const [toAround, toStored] = [transformation(reference, around), transformation(around, stored)];
  if (around && !(toAround && toStored)) throw unsupported('distance', 'the spatial reference is unknown');
  const shape = toAround && (await projectGeometry(inputGeometry, toAround, scheduler));
  if (!shape) {
    const expected = 'a geometry within the area of use of its CRS';
    throw wrongValue('bad-geometry', 'geometry', expected, quoteValue(extentOfVertices(inputGeometry.xy)));
  }
  const [xmin, ymin, xmax, ymax] = extentOfVertices(shape.xy)!;
  const widthMetres = Math.hypot(xmax - xmin, ymax - ymin);
  if (widthMetres > maxWidthMetres)
    throw wrongValue(
      'not-supported',
      'geometry',
      `a width of at most ${maxWidthMetres} m with a distance`,
      `${Math.round(widthMetres)} m`,
    );
  const area: Extent = [xmin - metres, ymin - metres, xmax + metres, ymax + metres];
  return {
    extent: coveringExtent(area, toStored!),
    exactTest: await runSteps(nearTest(shape, metres, transformation(stored, around)), scheduler),
  };
}

/** Return the azimuthal equidistant CRS centered on an extent in degrees. */
function aroundMiddle([west, south, east, north]: Extent): Value<'SpatialReference'> {
  const [longitude, latitude] = [(west + east) / 2, (south + north) / 2];
  const degrees =
    'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';
  return {
    type: 'ProjectedCoordinateSystem',
    WKT: `PROJCS["Around",${degrees},PROJECTION["Azimuthal_Equidistant"],PARAMETER["latitude_of_center",${latitude.toFixed(9)}],PARAMETER["longitude_of_center",${longitude.toFixed(9)}],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1]]`,
  };
}
