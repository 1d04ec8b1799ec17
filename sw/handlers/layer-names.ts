import type { LayerDefinition, MapDefinition } from '../service/definition.ts';

/**
 * Return the names of the map's layers for interfaces without IDs, indexed by layer ID.
 *
 * The ID replaces a name that isn't unique, that looks like an ID, or that contains a comma, the separator of name
 * lists.
 */
export function layerNames({ layers }: MapDefinition): string[] {
  const counts = new Map<string, number>();
  for (const { Name } of layers) counts.set(Name, (counts.get(Name) ?? 0) + 1);
  return layers.map(({ LayerID, Name }) =>
    Name.trim() === Name && Name !== '' && counts.get(Name) === 1 && !/^\d+$|,/.test(Name) ? Name : String(LayerID),
  );
}

/** Find a layer by its name in `layerNames` or by its ID. Return undefined if there is none. */
export function layerByName(map: MapDefinition, name: string): LayerDefinition | undefined {
  const id = layerNames(map).indexOf(name);
  return map.layers[id] ?? (/^\d{1,9}$/.test(name) ? map.layers[Number(name)] : undefined);
}

/** Return the feature and raster layers of a group in map order, or the layer itself if it isn't a group. */
export function listLeafLayers(map: MapDefinition, layer: LayerDefinition): LayerDefinition[] {
  if (layer.kind !== 'group') return [layer];
  const children = map.layers.filter(({ ParentLayerID }) => ParentLayerID === layer.LayerID);
  return children.flatMap((child) => listLeafLayers(map, child));
}

/** Return the groups that contain a layer, innermost first. */
export function groupsAround(map: MapDefinition, { ParentLayerID }: LayerDefinition): LayerDefinition[] {
  const parent = map.layers[ParentLayerID];
  return parent ? [parent, ...groupsAround(map, parent)] : [];
}
