import type { Value } from '../../../sw/contract/index.ts';
import { disc, fill, labelText, line } from '../../../sw/formats/reading/symbols.ts';
import { labelClass } from '../../publish/import/style.ts';
import type { Background } from '../../state/background.ts';

/** Colors of the world background: muted, so that data stands out. */
interface Palette {
  readonly sea: string;
  readonly land: string;
  readonly border: string;
  readonly name: string;
  readonly halo: string;
  readonly city: string;
}
const light: Palette = {
  sea: '#dce7ed',
  land: '#f7f5f0',
  border: '#cdc8bc',
  name: '#83817a',
  halo: '#fbfaf7',
  city: '#6f7378',
};
const dark: Palette = {
  sea: '#131b21',
  land: '#222c33',
  border: '#3d4a54',
  name: '#8b9aa6',
  halo: '#1b242b',
  city: '#a3b0ba',
};

/** Layer IDs of the service World. */
const [cities, towns, villages, countries, graticule] = [0, 1, 2, 3, 4];

/** At about 1:30,000,000. */
const nearMetersPerPixel = 8000;

/** Return the service map of a background; undefined for backgrounds without a service. */
export function backgroundMap(
  { kind, isDark, service, map }: Pick<Background, 'kind' | 'isDark' | 'service' | 'map'>,
  metresPerPixel: number,
): { service: string; description: Value<'MapDescription'> } | undefined {
  if (kind === 'world')
    return { service: 'World', description: worldBackground(isDark, metresPerPixel < nearMetersPerPixel) };
  if (kind === 'satellite') return { service: 'Earth', description: asPublished('Earth') };
  return kind === 'service' && service && map ? { service, description: asPublished(map) } : undefined;
}

const asPublished = (Name: string): Value<'MapDescription'> => ({
  Name,
  MapArea: { type: 'MapExtent' },
  Rotation: 0,
  HonorLayerReordering: false,
});

/**
 * Describe the service World as a background: land, borders and names only. Cities are optional, because they would
 * clutter small scales.
 */
function worldBackground(isDark: boolean, hasCities: boolean): Value<'MapDescription'> {
  const { sea, land, border, name, halo, city } = isDark ? dark : light;
  const off = [towns!, villages!, graticule!].map((LayerID) => ({ ...layer(LayerID), Visible: false }));
  return {
    Name: 'World',
    MapArea: { type: 'MapExtent' },
    Rotation: 0,
    BackgroundSymbol: fill(sea),
    HonorLayerReordering: false,
    LayerDescriptions: [
      {
        ...layer(cities!),
        Visible: hasCities,
        DrawingDescription: {
          ...plain({ type: 'SimpleRenderer', Symbol: disc(city, 2.2, halo, 0.5) }),
          LabelingDescription: {
            LabelClassDescriptions: [
              nameDrawing('point', labelText(city, 8, 'normal', halo), 30_000_000, 0, 'POPULATION >= 3000000'),
              nameDrawing('point', labelText(city, 8, 'normal', halo), 12_000_000, 0, 'POPULATION < 3000000'),
            ],
          },
        },
      },
      ...off,
      {
        ...layer(countries!),
        DrawingDescription: {
          ...plain({ type: 'SimpleRenderer', Symbol: fill(land, line(border, 0.6)) }),
          LabelingDescription: {
            LabelClassDescriptions: [
              nameDrawing('polygon', labelText(name, 8.5, 'normal', halo), 0, 90_000_000, 'AREA_KM2 >= 2500000'),
              nameDrawing(
                'polygon',
                labelText(name, 8.5, 'normal', halo),
                90_000_000,
                35_000_000,
                'AREA_KM2 >= 400000',
              ),
              nameDrawing('polygon', labelText(name, 9.5, 'normal', halo), 35_000_000, 12_000_000, 'AREA_KM2 >= 50000'),
              nameDrawing('polygon', labelText(name, 10.5, 'normal', halo), 12_000_000, 0, ''),
            ],
          },
        },
      },
    ],
  };
}

const layer = (LayerID: number): Value<'LayerDescription'> => ({
  type: 'LayerDescription',
  LayerID,
  Visible: true,
  ShowLabels: true,
  ScaleSymbols: false,
  SetSelectionSymbol: false,
  SelectionBufferDistance: 0,
  ShowSelectionBuffer: false,
  DefinitionExpression: '',
});

const plain = (FeatureRenderer: Value<'FeatureRenderer'>): Value<'FeatureLayerDrawingDescription'> => ({
  type: 'FeatureLayerDrawingDescription',
  FeatureRenderer,
  ScaleSymbols: false,
  Transparency: 0,
});

const nameDrawing = (
  kind: 'point' | 'polygon',
  symbol: Value<'SimpleTextSymbol'>,
  MinimumScale: number,
  MaximumScale: number,
  WhereClause: string,
): Value<'LabelClassDescription'> => ({
  ...labelClass(kind, 'NAME', symbol),
  MinimumScale,
  MaximumScale,
  WhereClause: WhereClause || undefined,
});
