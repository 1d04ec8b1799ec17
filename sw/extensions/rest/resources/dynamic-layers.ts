import { duplicate, unsupported, type Value, wrongValue } from '../../../contract/index.ts';
import { isObject, parseFiniteNumber } from '../../../contract/parameter-text.ts';
import type { LayerDefinition, MapDefinition } from '../../../service/definition.ts';
import { fromJson } from '../json/convert.ts';
import { missing, unexpectedValueFault } from '../json/unexpected-value.ts';

/** Layer described in a request, with scale limits in addition to the published limits. */
interface DynamicLayer {
  readonly description: Value<'LayerDescription'>;
  /** Scale denominators; 0 is no limit. */
  readonly minScale: number;
  readonly maxScale: number;
}

/** Maximum number of layers. Each layer is read and drawn separately, and no client shows this many. */
const maxDynamicLayers = 1000;

/**
 * Read the layers that a request draws instead of the published layers, topmost first.
 *
 * @throws {Fault} `too-large` above 1,000 layers; `bad-value`, `missing-element` or `not-supported` for an invalid
 *   layer, naming its location in the parameter
 */
export function readDynamicLayers(map: MapDefinition, input: unknown): DynamicLayer[] {
  const path = 'dynamicLayers';
  if (!Array.isArray(input)) throw unexpectedValueFault(path, 'a list of layers', input);
  if (input.length > maxDynamicLayers)
    throw wrongValue('too-large', path, `at most ${maxDynamicLayers} layers`, `${input.length}`);
  const layers = input.map((layerInput, i) => readDynamicLayer(map, layerInput, `${path}[${i}]`));
  const ids = new Set<number>();
  for (const [i, { description }] of layers.entries()) {
    const { LayerID } = description;
    if (ids.has(LayerID)) throw duplicate(`${path}[${i}].id`, 'ID', LayerID);
    ids.add(LayerID);
  }
  return layers;
}

/** Read one layer described in a request. @throws {Fault} as `readDynamicLayers` */
export function readDynamicLayer(map: MapDefinition, input: unknown, path: string): DynamicLayer {
  if (!isObject(input)) throw unexpectedValueFault(path, 'layer JSON', input);
  const description = fromJson('LayerDescription', input, path);
  const published = findPublishedLayer(map, description);
  if (!description.Source && !published)
    throw missing(`${path}.source`, `the source of layer ${description.LayerID}, which isn't published`);
  return {
    description: {
      ...description,
      UseTime: description.UseTime ?? published?.time !== undefined,
      ...(published?.kind === 'raster' ? { DrawingDescription: rasterDrawing(description, path) } : {}),
    },
    minScale: scaleAt(input, 'minScale', path),
    maxScale: scaleAt(input, 'maxScale', path),
  };
}

/** Return the published layer that a description draws; undefined for rows or a raster of another source. */
export function findPublishedLayer(
  map: MapDefinition,
  { LayerID, Source }: Value<'LayerDescription'>,
): LayerDefinition | undefined {
  if (!Source) return map.layers[LayerID];
  return Source.type === 'MapTableSourceDescription' ? map.layers[Source.MapTableID] : undefined;
}

/**
 * Reduce a drawing to the settings of a raster: transparency, brightness and contrast.
 *
 * @throws {Fault} `not-supported` for a drawing with other settings
 */
function rasterDrawing(
  { DrawingDescription }: Value<'LayerDescription'>,
  path: string,
): Value<'RasterLayerDrawingDescription'> | undefined {
  if (!DrawingDescription) return undefined;
  const { Transparency, Brightness, Contrast } = DrawingDescription;
  if ('FeatureRenderer' in DrawingDescription)
    throw unsupported(`${path}.drawingInfo.renderer`, 'the layer is a raster');
  return {
    type: 'RasterLayerDrawingDescription',
    Transparency,
    Brightness,
    Contrast,
  } as Value<'RasterLayerDrawingDescription'>;
}

function scaleAt(input: Readonly<Record<string, unknown>>, member: string, path: string): number {
  const scale = input[member] ?? 0;
  const number = parseFiniteNumber(scale);
  if (number !== undefined && number >= 0) return number;
  throw unexpectedValueFault(`${path}.${member}`, 'a scale ≥ 0', scale);
}

/**
 * Switch off the layers whose own scale limits exclude the scale of the view.
 *
 * @param scale denominator; 0 hides nothing
 */
export const inScales = (layers: readonly DynamicLayer[], scale: number): Value<'LayerDescription'>[] =>
  layers.map(({ description, minScale, maxScale }) => {
    const isIn = scale === 0 || ((minScale === 0 || scale <= minScale) && (maxScale === 0 || scale >= maxScale));
    return isIn ? description : { ...description, Visible: false };
  });
