import { badValue } from '../../../contract/index.ts';
import { jsonResponse } from '../../../endpoints/error-response.ts';
import type { ServiceRequestContext } from '../../../endpoints/request-context.ts';
import { cutLongitude, dropUnprojected, halfWorldWidth, splitAtCut } from '../../../geometry/date-line/split-at-cut.ts';
import { type Extent, meets, union } from '../../../geometry/extent.ts';
import type { FlatGeometry } from '../../../geometry/flat-geometry.ts';
import type { Transformation } from '../../../geometry/project.ts';
import { isGeographic } from '../../../geometry/spatial-reference.ts';
import { createCall } from '../../../handlers/call.ts';
import { forEachItem, type Scheduler } from '../../../scheduler.ts';
import type { LayerDefinition } from '../../../service/definition.ts';
import { readJson } from '../../../service/package-json.ts';
import { checkArea, readAreaWindow } from './area.ts';

/** Limits for merging neighboring groups, so that the rest are few enough to send and large enough to distinguish. */
const maxGroups = 1000;
const minGroupPx = 24;

/** A group of consecutive batches. Each merge doubles their number. */
interface Group {
  readonly number: number;
  readonly extent: Extent;
}

/**
 * Return the extents of groups of features in a remote layer, which outline features that are too many to read.
 *
 * The parameter `area` is JSON; a margin is added to it. The response has rings of x and y in its spatial reference.
 * They come from the index of the file, without reading features. The list is empty for a local layer, for which
 * `isRemote` is false, and for a layer with a definition expression.
 *
 * @throws {Fault} `bad-value` for an invalid area, `bad-spatial-reference` for an unknown CRS, and faults of opening
 *   the file
 */
export async function answerExtents(
  { context, request, service, url }: ServiceRequestContext,
  { table: name, DefinitionExpression }: LayerDefinition,
): Promise<Response> {
  const manifest = name === undefined ? undefined : service.definition.tables[name];
  if (!manifest?.remote || DefinitionExpression.trim() !== '')
    return jsonResponse({ isRemote: manifest?.remote !== undefined, rings: [] }, url);
  const areaText = url.searchParams.get('area');
  if (areaText === null) throw badValue('area', 'JSON with extent, reference and resolution', undefined);
  const window = await readAreaWindow(context, checkArea(readJson(areaText)), manifest.spatialReference);
  const { scheduler } = createCall(context, service, request.signal);
  const { batches } = (await context.store.table(service, name!)).manifest;
  let groups: Group[] = [];
  await forEachItem(batches, scheduler, ({ extent }, number) => {
    if (extent && meets(extent, window.extent)) groups.push({ number, extent });
  });
  while (groups.length > maxGroups || (groups.length > 1 && areSmall(groups, minGroupPx * window.resolution)))
    groups = await pairs(groups, scheduler);
  return jsonResponse({ isRemote: true, rings: makeRings(groups, window.way) }, url);
}

/** Merge groups in pairs, in order. In a spatially sorted file, consecutive groups are neighbors. */
async function pairs(groups: readonly Group[], scheduler: Scheduler): Promise<Group[]> {
  const paired: Group[] = [];
  await forEachItem(groups, scheduler, (group) => {
    const number = group.number >> 1;
    const before = paired.at(-1)?.number === number ? paired.pop()!.extent : group.extent;
    paired.push({ number, extent: union(before, group.extent) });
  });
  return paired;
}

/** Check whether the average area of groups is below the area of a square. @param size side of the square */
function areSmall(groups: readonly Group[], size: number): boolean {
  const area = groups.reduce((sum, { extent: [xmin, ymin, xmax, ymax] }) => sum + (xmax - xmin) * (ymax - ymin), 0);
  return area / groups.length < size ** 2;
}

/** Number of segments per side, because straight sides become curved when projected. */
const stepsOfSide = 4;

function makeRings(groups: readonly Group[], way: Transformation | undefined): number[][] {
  const steps = way ? stepsOfSide : 1;
  const vertices = 4 * steps + 1;
  const numbers = Int32Array.from({ length: groups.length + 1 }, (_, i) => i);
  const boxes: FlatGeometry = {
    xy: Float64Array.from(groups.flatMap(({ extent }) => makeRing(extent, steps))),
    partOffsets: numbers.map((i) => i * vertices),
    featureOffsets: numbers,
  };
  return ringsIn(way ? projectBoxes(boxes, way) : boxes);
}

function projectBoxes(boxes: FlatGeometry, way: Transformation): FlatGeometry {
  const cut = isGeographic(way.from) ? cutLongitude(way.to) : undefined;
  const parted = cut === undefined ? boxes : splitAtCut(boxes, 'polygon', cut);
  way.forward(parted.xy);
  return dropUnprojected(parted, 'polygon', halfWorldWidth(way.to));
}

/** Return the ring of an extent: clockwise from the lower left, closed. */
function makeRing([xmin, ymin, xmax, ymax]: Extent, steps: number): number[] {
  const corners = [xmin, ymin, xmin, ymax, xmax, ymax, xmax, ymin, xmin, ymin];
  const ring: number[] = [];
  for (let i = 0; i < 4 * steps; i++) {
    const corner = 2 * Math.floor(i / steps);
    const part = (i % steps) / steps;
    for (const k of [corner, corner + 1]) ring.push(corners[k]! + part * (corners[k + 2]! - corners[k]!));
  }
  return [...ring, xmin, ymin];
}

const ringsIn = ({ xy, partOffsets }: FlatGeometry): number[][] =>
  Array.from(partOffsets.subarray(1), (end, part) =>
    // Nine digits are accurate to less than a pixel at every scale that shows many features.
    Array.from(xy.subarray(2 * partOffsets[part]!, 2 * end), (value) => Number(value.toPrecision(9))),
  );
