import { Fault, type Value } from '../../../contract/index.ts';
import { defaultLayerDescription } from '../../../handlers/description/default-description.ts';
import { groupsAround, layerByName, layerNames, leavesOf } from '../../../handlers/layer-names.ts';
import type { LayerDefinition, MapDefinition } from '../../../service/definition.ts';
import type { OgcCall } from '../call.ts';

/** Most layers that one request may name; the drawing has the same limit. */
export const mostLayers = 100;

/** The name of all layers together; undefined where a layer has it. */
export const rootName = (map: MapDefinition): string | undefined =>
  layerNames(map).includes(map.Name) || map.Name.includes(',') ? undefined : map.Name;

/**
 * Find the layers that a request names, in its order: a group, or the name of the map, is all in it that is on.
 *
 * @param name of the parameter, for messages
 * @throws {Fault} `unknown-layer`, `too-large`
 */
export function namedLeaves({ map }: OgcCall, names: readonly string[], name: string): LayerDefinition[] {
  if (names.length > mostLayers)
    throw new Fault('too-large', `${name}: at most ${mostLayers} layers expected, ${names.length} found.`, {
      locator: name,
    });
  return names.flatMap((given) => {
    const layer = layerByName(map, given);
    if (layer && layer.kind !== 'group') return [layer];
    if (!layer && given !== rootName(map)) {
      const known = [rootName(map), ...layerNames(map)].filter((one) => one !== undefined);
      throw new Fault(
        'unknown-layer',
        `${name}: one of ${known.slice(0, 20).join(', ')} expected, "${given.slice(0, 80)}" found.`,
        { locator: name, exception: 'LayerNotDefined' },
      );
    }
    const within = layer ? leavesOf(map, layer) : map.layers.filter(({ kind }) => kind !== 'group');
    const isOn = (leaf: LayerDefinition): boolean =>
      [leaf, ...groupsAround(map, leaf)].every((one) => one === layer || one.Visible);
    // Those of a group lie as in the map: the first on top.
    return within.filter(isOn).reverse();
  });
}

/** Describe what is drawn: these layers, the first at the bottom, in groups that are on. */
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
