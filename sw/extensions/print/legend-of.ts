import type { Value } from '../../contract/index.ts';
import type { MapView } from '../../geometry/view.ts';
import type { Call } from '../../handlers/call.ts';
import { describedSections } from '../../handlers/legend/legend-info.ts';
import { loadSymbolPictures } from '../../handlers/symbol-pictures.ts';
import { type DescribedLayer, describedLayers, isVisible } from '../../handlers/visible-layers.ts';
import type { MapDefinition } from '../../service/definition.ts';
import type { SheetRequest } from './layout-request.ts';
import type { LegendLayer } from './legend-block.ts';

/** A map of a layout with the service it comes from. */
export interface Source {
  readonly call: Call;
  readonly map: MapDefinition;
  readonly description: Value<'MapDescription'>;
}

/** The legend of the layers that a view shows, the first on top, with the notes below their names. */
export async function legendOf(
  source: Source,
  view: MapView,
  reference: Value<'SpatialReference'>,
  notes: SheetRequest['notes'],
): Promise<LegendLayer[]> {
  const { call, map } = source;
  const layers: LegendLayer[] = [];
  for (const described of shownLayers(source, view)) {
    const { layer, description } = described;
    const sections = await describedSections(call, map, described, { ...source, view, reference });
    await loadSymbolPictures(call, sections, `legend of layer ${layer.LayerID}`);
    const published = (layer.drawing ?? layer.rasterDrawing)?.Transparency ?? 0;
    const given = description.DrawingDescription;
    const requested = given && 'Transparency' in given ? given.Transparency : undefined;
    layers.push({
      name: layer.Name,
      note: notes[layer.LayerID] ?? '',
      alpha: 1 - (requested ?? published) / 100,
      sections,
    });
  }
  return layers;
}

/** The credits of what a view shows, each once: those of the map before those of what lies under it. */
export function creditsOf(sources: readonly Source[], view: MapView, tiles: string | undefined): string[] {
  const all = sources
    .toReversed()
    .flatMap((source) => [
      source.map.CopyrightText,
      ...shownLayers(source, view).map(({ layer }) => layer.CopyrightText),
    ]);
  const single = [...all, tiles ?? '']
    .flatMap((text) => text.split('; '))
    .map((text) => text.trim().replace(/\.$/, ''));
  return [...new Set(single)].filter((text) => text !== '');
}

function shownLayers({ call, map, description }: Source, view: MapView): DescribedLayer[] {
  const all = describedLayers(map, description, call.service.definition.limits);
  return all.filter((one) => one.layer.kind !== 'group' && isVisible(one, all, view.scale));
}
