import { quoteValue, type Value, wrongValue } from '../../contract/index.ts';
import { unwrapEast } from '../../geometry/date-line/around-world.ts';
import type { DatumShift } from '../../geometry/datum-shift.ts';
import type { Extent } from '../../geometry/extent.ts';
import { projectExtent } from '../../geometry/project-extent.ts';
import { extentAt, extentOfSize } from '../../geometry/scale.ts';
import { inchesPerUnit, type Units } from '../../geometry/units.ts';
import { type MapView, makeView } from '../../geometry/view.ts';
import { extentOfRows } from '../../rows/extent-of-rows.ts';
import type { MapDefinition } from '../../service/definition.ts';
import type { Call } from '../call.ts';
import { getPublishedMap } from '../published.ts';
import { openRequestedRows } from '../query/requested-rows.ts';
import { loadReferences, readMapUnits, readRequestedShift, transformationBetween } from '../references.ts';

/** Map, spatial reference and pixels of a requested image. */
export interface RequestedView {
  readonly map: MapDefinition;
  readonly reference: Value<'SpatialReference'>;
  readonly view: MapView;
  /** Datum shift between other references and the reference of the view. */
  readonly shift?: DatumShift;
}

/** A view with the description of the map to draw. */
export interface RequestedMap extends RequestedView {
  readonly description: Value<'MapDescription'>;
}

/** No browser supports a larger canvas. A larger size is a mistake of the client, so it isn't clamped. */
const maxSidePx = 32767;

/**
 * Resolve the display transformation that all operations share.
 *
 * Clamps the size to the service's limits, finds the extent, and fits it to the pixels.
 *
 * @param path of the display in the request, for messages; the description is its sibling
 * @throws {Fault} `unknown-map`; `bad-value` for the size, DPI or rotation; `missing-element`, `not-supported`,
 *   `unknown-id` and `bad-extent` for the area; `bad-spatial-reference` for the CRS or the datum shift
 */
export async function readRequestedView(
  call: Call,
  description: Value<'MapDescription'>,
  display: Value<'ImageDisplay'>,
  path: string,
): Promise<RequestedView> {
  const map = getPublishedMap(call.service, description.Name);
  const reference = description.SpatialReference ?? map.SpatialReference;
  const limits = call.service.definition.limits;
  const widthPx = Math.min(checkSide(display.ImageWidth, `${path}.ImageWidth`), limits.MaximumImageWidth);
  const heightPx = Math.min(checkSide(display.ImageHeight, `${path}.ImageHeight`), limits.MaximumImageHeight);
  const dpi = checkDpi(display.ImageDPI, `${path}.ImageDPI`);
  const described = `${path.split('.')[0]}.MapDescription`;
  if (!Number.isFinite(description.Rotation)) {
    throw wrongValue('bad-value', `${described}.Rotation`, 'a number of degrees', `${description.Rotation}`);
  }
  const units = await readMapUnits(call, reference);
  const shift = await readRequestedShift(call, description.GeoTransformation, `${described}.GeoTransformation`);
  const target = { reference, shift };
  const area = `${described}.MapArea`;
  const extent = await readRequestedExtent(call, map, description, target, {
    widthPx,
    heightPx,
    dpi,
    units,
    path: area,
  });
  return {
    map,
    ...target,
    view: makeView({
      extent,
      widthPx,
      heightPx,
      dpi,
      rotationDeg: description.Rotation,
      inchesPerUnit: inchesPerUnit(units),
      path: `${area}.Extent`,
    }),
  };
}

export function checkSide(sidePx: number, path: string): number {
  if (sidePx >= 1 && sidePx <= maxSidePx) return sidePx;
  throw wrongValue('bad-value', path, `1 to ${maxSidePx} pixels`, `${sidePx}`);
}

/**
 * Return valid dots per inch. Many clients send 0 for "unspecified", which means 96.
 *
 * @throws {Fault} `bad-value` for other values than 0 and up to 9600
 */
export function checkDpi(dpi: number, path: string): number {
  if (dpi === 0) return 96;
  if (dpi > 0 && dpi <= 9600) return dpi;
  throw wrongValue('bad-value', path, '1 to 9600 dots per inch', `${dpi}`);
}

/** Target CRS of coordinates, and the datum shift to it. */
type Target = Pick<RequestedView, 'reference' | 'shift'>;

interface Device {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly dpi: number;
  readonly units: Units;
  readonly path: string;
}

async function readRequestedExtent(
  call: Call,
  map: MapDefinition,
  description: Value<'MapDescription'>,
  to: Target,
  device: Device,
): Promise<Extent> {
  const area = description.MapArea;
  const { path } = device;
  if (!area) return projectToTarget(call, map.extent, map.SpatialReference, to);
  switch (area.type) {
    case 'CenterAndScale': {
      const hasDevice = (area.DevRight ?? 0) > (area.DevLeft ?? 0) && (area.DevBottom ?? 0) > (area.DevTop ?? 0);
      return extentAt(
        readCenter(area.Center, path),
        area.Scale,
        hasDevice ? area.DevRight! - area.DevLeft! : device.widthPx,
        hasDevice ? area.DevBottom! - area.DevTop! : device.heightPx,
        area.DPI ?? device.dpi,
        inchesPerUnit(device.units),
      );
    }
    case 'CenterAndSize':
      return extentOfSize(readCenter(area.Center, path), area.Width, area.Height, area.Units, device.units);
    case 'FeatureExtent':
      return featureExtent(call, area, to, device);
    default: {
      const envelope = area.Extent;
      if (!envelope) {
        throw wrongValue('missing-element', `${path}.Extent`, 'EnvelopeN', 'nothing');
      }
      if (envelope.type === 'EnvelopeB') {
        throw wrongValue('not-supported', `${path}.Extent`, 'EnvelopeN', 'EnvelopeB (binary)');
      }
      const { SpatialReference = to.reference } = envelope;
      await loadReferences(call.context, SpatialReference, to.reference);
      const inputExtent: Extent = [envelope.XMin, envelope.YMin, envelope.XMax, envelope.YMax];
      const extent = unwrapEast(inputExtent, SpatialReference);
      // The envelope is in the CRS of the description. If it names another CRS, it is projected.
      return envelope.SpatialReference ? projectToTarget(call, extent, envelope.SpatialReference, to) : extent;
    }
  }
}

async function projectToTarget(
  call: Call,
  extent: Extent,
  from: Value<'SpatialReference'>,
  { reference, shift }: Target,
): Promise<Extent> {
  const transformation = await transformationBetween(call, from, reference, shift);
  return transformation ? projectExtent(extent, transformation) : extent;
}

function readCenter(center: Value<'Point'> | undefined, path: string): readonly [number, number] {
  if (center?.type === 'PointN') return [center.X, center.Y];
  throw wrongValue('missing-element', `${path}.Center`, 'PointN', center?.type ?? 'nothing');
}

/** Return an extent around the given features. A single point is shown at the default scale. */
async function featureExtent(call: Call, area: Value<'FeatureExtent'>, to: Target, device: Device): Promise<Extent> {
  const { path } = device;
  const { table, readRows: rowsOf } = await openRequestedRows(call, area.MapName, area.LayerID, path);
  const union = await extentOfRows(table, [...(await rowsOf(area.FeatureIDs ?? [])).values()]);
  if (!union) {
    const expected = `IDs of features with geometry in layer ${area.LayerID}`;
    throw wrongValue('unknown-id', `${path}.FeatureIDs`, expected, quoteValue(area.FeatureIDs));
  }
  const [xmin, ymin, xmax, ymax] = await projectToTarget(call, union, table.manifest.spatialReference!, to);
  const center = [(xmin + xmax) / 2, (ymin + ymax) / 2] as const;
  if (xmin === xmax && ymin === ymax) {
    const { widthPx, heightPx, dpi, units } = device;
    return extentAt(center, area.DefaultScale, widthPx, heightPx, dpi, inchesPerUnit(units));
  }
  return extentOfSize(center, (xmax - xmin) * area.ExpandRatio, (ymax - ymin) * area.ExpandRatio, '', device.units);
}
