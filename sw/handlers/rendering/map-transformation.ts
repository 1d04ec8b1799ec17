import type { Value } from '../../contract/index.ts';
import { datumShift, shiftedReference } from '../../geometry/datum-shift.ts';
import { type Transformation, transformation } from '../../geometry/project.ts';
import { sameReference } from '../../geometry/spatial-reference.ts';
import type { Call } from '../call.ts';
import { loadReferences } from '../references.ts';

/**
 * Find the way from a layer to the map, by the datum shift that the request names.
 *
 * @throws {Fault} `bad-spatial-reference`, also for a shift that is not known
 */
export async function mapTransformation(
  { context }: Call,
  from: Value<'SpatialReference'> | undefined,
  to: Value<'SpatialReference'>,
  asked: Value<'GeoTransformation'> | undefined,
): Promise<Transformation | undefined> {
  await loadReferences(context, from, to);
  const shift = asked && datumShift(asked, 'MapDescription.GeoTransformation');
  // A shift between a datum and itself moves nothing.
  if (!shift || sameReference(from, to)) return transformation(from, to);
  return transformation(shiftedReference(from, shift), shiftedReference(to, shift));
}
