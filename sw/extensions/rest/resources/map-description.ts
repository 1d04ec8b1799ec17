import { badValue, enums, type Value, wrongValue } from '../../../contract/index.ts';
import { isObject, parseFiniteNumber } from '../../../contract/parameter-text.ts';
import { defaultDescription } from '../../../handlers/description/default-description.ts';
import { readRequestedView } from '../../../handlers/rendering/requested-view.ts';
import { envelopeValue } from '../../../rows/geometry/geometry-value.ts';
import type { MapDefinition } from '../../../service/definition.ts';
import type { RestCall } from '../call.ts';
import type { GivenTime, LayerChoice } from '../contract/index.ts';
import { readTime } from '../json/time.ts';
import { unexpectedValueFault } from '../json/unexpected-value.ts';
import { inScales, readDynamicLayers } from './dynamic-layers.ts';

/** Changes to the layers of a map in a request. */
interface LayerSettings {
  readonly layers?: LayerChoice;
  readonly layerDefs?: ReadonlyMap<number, string>;
  readonly time?: GivenTime;
  readonly timeRelation?: string;
  readonly layerTimeOptions?: unknown;
  /** Layers to draw instead of the published layers. Overrides `layers` and `layerDefs`. */
  readonly dynamicLayers?: unknown;
}

type View = Pick<Value<'MapDescription'>, 'MapArea' | 'SpatialReference'> & { readonly Rotation?: number };

/**
 * Describe the default map with the changes of a request.
 *
 * @param view the visible part of the map
 * @param display size and resolution of the image, which decide the scale
 * @throws {Fault} `unknown-layer` for IDs that the map doesn't have; as `readDynamicLayers` for layers, and as
 *   `readRequestedView` for the view
 */
export async function mapDescription(
  call: RestCall,
  settings: LayerSettings,
  view: View,
  display: Value<'ImageDisplay'>,
): Promise<Value<'MapDescription'>> {
  const described = { ...makePublishedDescription(call, settings), ...view };
  if (settings.dynamicLayers === undefined) return described;
  const layers = readDynamicLayers(call.map, settings.dynamicLayers);
  const isLimited = layers.some(({ minScale, maxScale }) => minScale > 0 || maxScale > 0);
  const scale = isLimited ? (await readRequestedView(call, described, display, 'ImageDisplay')).view.scale : 0;
  return { ...described, LayerDescriptions: inScales(layers, scale), HonorLayerReordering: true };
}

/** Describe the map with its published layers and the changes of a request. */
function makePublishedDescription({ map, service }: RestCall, settings: LayerSettings): Value<'MapDescription'> {
  const description = defaultDescription(map, service.definition.limits);
  const { layers, layerDefs, time, timeRelation } = settings;
  const shown = layers && findVisibleLayers(map, layers);
  const timeOptions = optionsByLayer(map, settings.layerTimeOptions);
  checkLayers(map, layerDefs?.keys() ?? [], 'layerDefs');
  return {
    ...description,
    LayerDescriptions: description.LayerDescriptions!.map((layerDescription) => ({
      ...layerDescription,
      Visible: shown ? shown.has(layerDescription.LayerID) : layerDescription.Visible,
      DefinitionExpression: layerDefs?.get(layerDescription.LayerID) ?? layerDescription.DefinitionExpression,
      ...timeOptions.get(layerDescription.LayerID),
    })),
    TimeValue: time && (time[0] !== null || time[1] !== null) ? timeValue(time) : undefined,
    TimeRelation: timeRelation as Value<'gisTimeRelation'> | undefined,
  };
}

/** Return the extent of a map as an area to draw. */
export const wholeMap = ({ map }: RestCall): Value<'MapArea'> => ({
  type: 'MapExtent',
  Extent: envelopeValue(map.extent, map.SpatialReference),
});

/** Convert a time to a contract value. A time that is open at both ends includes every time. */
export const timeValue = ([start, end]: GivenTime): Value<'TimeValue'> =>
  readTime(start !== null && start === end ? start : [start, end], 'time');

/** Return the IDs of the layers to show and of their groups. A chosen layer is shown even if its group is off. */
function findVisibleLayers(map: MapDefinition, { how, ids }: LayerChoice): ReadonlySet<number> {
  const parents = (id: number): number[] => {
    const parent = map.layers[id]?.ParentLayerID ?? -1;
    return parent < 0 ? [] : [parent, ...parents(parent)];
  };
  const leaves = map.layers.filter(({ kind }) => kind !== 'group').map(({ LayerID }) => LayerID);
  const isOn = (id: number) => [id, ...parents(id)].every((layerId) => map.layers[layerId]!.Visible);
  const published = leaves.filter(isOn);
  // Clients request layer -1 to show no layers.
  const named = (ids ?? []).filter((id) => id !== -1);
  checkLayers(map, named, 'layers');
  const chosen = new Set(leaves.filter((leaf) => [leaf, ...parents(leaf)].some((id) => named.includes(id))));
  const shown = new Set(
    ids === undefined
      ? published
      : how === 'show'
        ? chosen
        : how === 'include'
          ? [...published, ...chosen]
          : (how === 'hide' ? leaves : published).filter((leaf) => !chosen.has(leaf)),
  );
  for (const leaf of [...shown]) for (const parent of parents(leaf)) shown.add(parent);
  return shown;
}

/** Check that the map has all these layers. @throws {Fault} `unknown-layer` if it doesn't */
function checkLayers(map: MapDefinition, ids: Iterable<number>, path: string): void {
  for (const id of ids) {
    if (map.layers[id]) continue;
    throw wrongValue('unknown-layer', path, `layer IDs from 0 to ${map.layers.length - 1}`, `${id}`);
  }
}

type TimeOptions = Partial<
  Pick<Value<'LayerDescription'>, 'UseTime' | 'TimeDataCumulative' | 'TimeOffset' | 'TimeOffsetUnits'>
>;

/**
 * Read the time options of layers by layer ID.
 *
 * @throws {Fault} `bad-value` for invalid options, `unknown-layer` for an ID that the map lacks
 */
function optionsByLayer(map: MapDefinition, input: unknown): Map<number, TimeOptions> {
  const path = 'layerTimeOptions';
  const options = new Map<number, TimeOptions>();
  if (input === undefined) return options;
  if (!isObject(input)) throw unexpectedValueFault(path, 'an object with layer IDs as keys', input);
  for (const [key, entry] of Object.entries(input)) {
    const id = parseFiniteNumber(key) ?? -1;
    checkLayers(map, [id], path);
    if (!isObject(entry)) throw badValue(`${path}.${id}`, 'an object', entry);
    const { useTime, timeDataCumulative, timeOffset, timeOffsetUnits } = entry;
    options.set(id, {
      ...(typeof useTime === 'boolean' ? { UseTime: useTime } : {}),
      ...(typeof timeDataCumulative === 'boolean' ? { TimeDataCumulative: timeDataCumulative } : {}),
      ...(typeof timeOffset === 'number' ? { TimeOffset: timeOffset } : {}),
      ...(typeof timeOffsetUnits === 'string'
        ? { TimeOffsetUnits: readTimeUnit(timeOffsetUnits, `${path}.${id}`) }
        : {}),
    });
  }
  return options;
}

function readTimeUnit(text: string, path: string): Value<'gisTimeUnits'> {
  const units = enums.gisTimeUnits.values;
  const match = units.find((unit) => unit.slice(3).toLowerCase() === text.slice(4).toLowerCase());
  if (match && /^(esri|gis)/i.test(text)) return match;
  const unitNames = units.map((unit) => unit.replace('gis', 'esri')).join(', ');
  throw badValue(`${path}.timeOffsetUnits`, `one of ${unitNames}`, text);
}
