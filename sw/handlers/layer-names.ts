import type { LayerDefinition, MapDefinition } from '../service/definition.ts';

/**
 * Names by which interfaces without ids know the layers of a map, by id. A name that two layers have, that looks like an id
 * or has a comma, which parts lists of names, is replaced by the id.
 */
export function layerNames({ layers }: MapDefinition): string[] {
  const counts = new Map<string, number>();
  for (const { Name } of layers) counts.set(Name, (counts.get(Name) ?? 0) + 1);
  return layers.map(({ LayerID, Name }) =>
    Name.trim() === Name && Name !== '' && counts.get(Name) === 1 && !/^\d+$|,/.test(Name) ? Name : String(LayerID),
  );
}

/** Find a layer by the name that `layerNames` gives it, or by its id; undefined when there is none. */
export function layerByName(map: MapDefinition, name: string): LayerDefinition | undefined {
  const id = layerNames(map).indexOf(name);
  return map.layers[id] ?? (/^\d{1,9}$/.test(name) ? map.layers[Number(name)] : undefined);
}

/** The feature and raster layers below a layer, itself if it is one, in the order of the map. */
export function leavesOf(map: MapDefinition, layer: LayerDefinition): LayerDefinition[] {
  if (layer.kind !== 'group') return [layer];
  const children = map.layers.filter(({ ParentLayerID }) => ParentLayerID === layer.LayerID);
  return children.flatMap((child) => leavesOf(map, child));
}

/** The groups that a layer is in, the innermost first. */
export function groupsAround(map: MapDefinition, { ParentLayerID }: LayerDefinition): LayerDefinition[] {
  const parent = map.layers[ParentLayerID];
  return parent ? [parent, ...groupsAround(map, parent)] : [];
}
