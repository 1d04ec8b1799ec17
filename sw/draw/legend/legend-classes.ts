import type { Value } from '../../contract/index.ts';
import type { Rgba } from '../../contract/rgba.ts';

export interface LegendEntry {
  readonly label: string;
  readonly description: string;
  readonly symbol: Value<'Symbol'>;
  /** Size and patch shapes of the swatch if the request has none. */
  readonly format?: Value<'LegendClassFormat'> | undefined;
  /** Colors from top to bottom that fill the swatch instead of the symbol. */
  readonly ramp?: readonly Rgba[];
}

export interface LegendSection {
  readonly heading: string;
  readonly entries: readonly LegendEntry[];
}

/** Return the classes of a renderer in order, with the default symbol last; empty without a renderer. */
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

/** Make the entry of the default symbol; empty if there is none. */
const otherEntry = ({
  DefaultSymbol,
  DefaultLabel,
}: Pick<Value<'UniqueValueRenderer'>, 'DefaultSymbol' | 'DefaultLabel'>): LegendEntry[] =>
  DefaultSymbol ? [{ label: DefaultLabel ?? '', description: '', symbol: DefaultSymbol }] : [];
