import type { Value } from '../../contract/index.ts';
import type { Rgba } from '../../contract/rgba.ts';

export interface LegendEntry {
  readonly label: string;
  readonly description: string;
  readonly symbol: Value<'Symbol'>;
  /** Size and shape of its swatch when the request has none. */
  readonly format?: Value<'LegendClassFormat'> | undefined;
  /** Colours from top to bottom that fill the swatch in the place of the symbol. */
  readonly ramp?: readonly Rgba[];
}

export interface LegendSection {
  readonly heading: string;
  readonly entries: readonly LegendEntry[];
}

/** List the classes of a renderer in order; the default symbol comes last. */
export function legendSections(renderer: Value<'FeatureRenderer'> | undefined): LegendSection[] {
  switch (renderer?.type) {
    case 'SimpleRenderer':
      return [
        {
          heading: '',
          entries: [{ label: renderer.Label ?? '', description: renderer.Description ?? '', symbol: renderer.Symbol }],
        },
      ];
    case 'ClassBreaksRenderer':
      return [
        {
          heading: renderer.Field,
          entries: [
            ...renderer.ClassBreakInfos.map((info) => ({
              label: info.Label ?? '',
              description: info.Description ?? '',
              symbol: info.Symbol,
            })),
            ...otherEntry(renderer),
          ],
        },
      ];
    case 'UniqueValueRenderer': {
      const entries = (renderer.UniqueValueInfos ?? []).flatMap((info) =>
        info.Symbol
          ? [{ label: info.Label ?? info.Value, description: info.Description ?? '', symbol: info.Symbol }]
          : [],
      );
      const heading = [renderer.Field1, renderer.Field2, renderer.Field3].filter(Boolean).join(', ');
      return [{ heading, entries: [...entries, ...otherEntry(renderer)] }];
    }
    default:
      return [];
  }
}

/** The entry of the default symbol; none without one. */
const otherEntry = ({
  DefaultSymbol,
  DefaultLabel,
}: Pick<Value<'UniqueValueRenderer'>, 'DefaultSymbol' | 'DefaultLabel'>): LegendEntry[] =>
  DefaultSymbol ? [{ label: DefaultLabel ?? '', description: '', symbol: DefaultSymbol }] : [];
