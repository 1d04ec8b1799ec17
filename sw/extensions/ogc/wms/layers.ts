import { quoteValue, type Value, wrongValue } from '../../../contract/index.ts';
import { defaultLayerDescription } from '../../../handlers/description/default-description.ts';
import { groupsAround, layerByName, layerNames, listLeafLayers } from '../../../handlers/layer-names.ts';
import type { LayerDefinition, MapDefinition } from '../../../service/definition.ts';
import type { OgcCall } from '../call.ts';

/** Maximum number of layers in a request. Drawing has the same limit. */
export const maxWmsLayers = 100;

/** Return the name that selects all layers; undefined if a layer has the same name or the name contains a comma. */
export const rootName = (map: MapDefinition): string | undefined =>
  layerNames(map).includes(map.Name) || map.Name.includes(',') ? undefined : map.Name;

/**
 * List the layers that a request names, in its order. A group, or the map's name, selects its visible layers.
 *
 * @param name of the parameter, for messages
 * @throws {Fault} `unknown-layer` for a name that the map lacks, `too-large` above 100 layers
 */
export function findNamedLeaves({ map }: OgcCall, names: readonly string[], name: string): LayerDefinition[] {
  if (names.length > maxWmsLayers)
    throw wrongValue('too-large', name, `at most ${maxWmsLayers} layers`, `${names.length}`, {
      locator: name,
    });
  return names.flatMap((requestedName) => {
    const layer = layerByName(map, requestedName);
    if (layer && layer.kind !== 'group') return [layer];
    if (!layer && requestedName !== rootName(map)) {
      const layerNameList = [rootName(map), ...layerNames(map)].filter((knownName) => knownName !== undefined);
      throw wrongValue(
        'unknown-layer',
        name,
        `one of ${layerNameList.slice(0, 20).join(', ')}`,
        quoteValue(requestedName),
        {
          locator: name,
          exception: 'LayerNotDefined',
        },
      );
    }
    const within = layer ? listLeafLayers(map, layer) : map.layers.filter(({ kind }) => kind !== 'group');
    const isOn = (leaf: LayerDefinition): boolean =>
      [leaf, ...groupsAround(map, leaf)].every((ancestor) => ancestor === layer || ancestor.Visible);
    // In a map the top layer comes first; in a request it comes last.
    return within.filter(isOn).reverse();
  });
}

/** Describe the layers to draw, bottom layer first. The groups around them are switched on. */
export function layerDescriptions(
  { map, service }: OgcCall,
  leaves: readonly LayerDefinition[],
): Value<'LayerDescription'>[] {
  const groups = new Set(leaves.flatMap((leaf) => groupsAround(map, leaf)));
  return [...leaves.toReversed(), ...groups].map((layer) => ({
    ...defaultLayerDescription(layer, service.definition.limits),
    Visible: true,
  }));
}
