import type { Value } from '../../../sw/contract/index.ts';
import { call } from '../../connection/call.ts';
import { asking, countRows, plainValue, type TableSubject } from '../../state/rows.ts';
import { formatNumber } from '../../text/format.ts';
import { mapText } from '../text/maps-text.ts';
import { type Ramp, rampValue } from './ramps.ts';
import { type Facets, symbolFromFacets } from './symbol-facets.ts';

const texts = mapText.style;
type Renderer = Value<'FeatureRenderer'>;

/** Values of `normalise` for percent of total and for logarithms; not valid as field names. */
export const byPercent = '#percent';
export const byLog = '#log';

export interface Choices {
  readonly field: string;
  readonly moreFields: readonly string[];
  readonly method: Value<'gisClassifyMethod'>;
  readonly count: number;
  /** Normalization field, `byPercent`, `byLog`, or empty. */
  readonly normalise: string;
  /** Class width in standard deviations, for that method only. */
  readonly interval: number;
  readonly ramp: Ramp;
  readonly isReversed: boolean;
  /** Whether rows without a value are drawn, in a separate color. */
  readonly showsEmpty: boolean;
}

/** Request classes from the server and format their labels. @throws {ServiceFault} such as for too many categories */
export async function makeRenderer(
  subject: TableSubject,
  kind: Renderer['type'],
  { field, moreFields, method, count, normalise: normalizeBy, interval, ramp, isReversed, showsEmpty }: Choices,
  facets: Facets,
  signal: AbortSignal,
): Promise<Renderer> {
  const BaseSymbol = symbolFromFacets(facets);
  if (kind === 'SimpleRenderer') return { type: 'SimpleRenderer', Symbol: BaseSymbol, Label: subject.name };
  const { service, ...table } = asking(subject.id);
  const common = { BaseSymbol, ColorRamp: rampValue(ramp, isReversed) };
  const DataClassificationDef: Value<'DataClassificationDef'> =
    kind === 'ClassBreaksRenderer'
      ? {
          type: 'ClassBreaksDef',
          ...common,
          ClassificationField: field,
          ClassificationMethod: method,
          BreakCount: count,
          StandardDeviationInterval: method === 'gisClassifyStandardDeviation' ? interval : undefined,
          ...makeNormalization(normalizeBy),
        }
      : { type: 'UniqueValuesDef', ...common, Fields: [field, ...moreFields] };
  const { Result } = await call('GenerateDataClasses', service, { ...table, DataClassificationDef }, { signal });
  const renderer = relabel(Result, subject);
  return renderer.type === 'ClassBreaksRenderer' && showsEmpty ? { ...renderer, ...emptyClass(facets) } : renderer;
}

const emptyColor = '#b8b8b8';

/** Return the class of rows without a value, drawn like the other classes but in gray. */
const emptyClass = (facets: Facets) => ({
  DefaultSymbol: symbolFromFacets({ ...facets, color: emptyColor }),
  DefaultLabel: texts.noValue,
});

/** Count the rows without a value to classify by. */
export const countEmpty = (
  subject: TableSubject,
  { field, normalise: normalizeBy }: Choices,
  signal: AbortSignal,
): Promise<number> => {
  const divisor = normalizeBy && normalizeBy !== byPercent && normalizeBy !== byLog ? normalizeBy : undefined;
  return countRows(
    subject.id,
    {
      where: [field, divisor]
        .filter(Boolean)
        .map((name) => `${name} IS NULL`)
        .join(' OR '),
    },
    signal,
  );
};

function makeNormalization(by: string): Partial<Value<'ClassBreaksDef'>> {
  if (by === byPercent) return { NormalizationType: 'gisNormalizeByPercentOfTotal' };
  if (by === byLog) return { NormalizationType: 'gisNormalizeByLog' };
  return by ? { NormalizationField: by, NormalizationType: 'gisNormalizeByField' } : {};
}

/** Label classes with rounded amounts, and with names instead of coded values. */
function relabel(renderer: Renderer, subject: TableSubject): Renderer {
  if (renderer.type === 'ClassBreaksRenderer') {
    const say = (value: number) => formatNumber(Number(value.toPrecision(3)));
    const ClassBreakInfos = renderer.ClassBreakInfos.map((classBreak) => ({
      ...classBreak,
      Label: `${say(classBreak.ClassMinimumValue)} – ${say(classBreak.ClassMaximumValue)}`,
    }));
    return { ...renderer, ClassBreakInfos };
  }
  if (renderer.type !== 'UniqueValueRenderer') return renderer;
  const fields = [renderer.Field1, renderer.Field2, renderer.Field3].filter((name) => name !== undefined);
  const names = fields.map((name) => readCodedNames(subject, name));
  const delimiter = renderer.FieldDelimiter ?? ', ';
  const UniqueValueInfos = (renderer.UniqueValueInfos ?? []).map((uniqueValue) => {
    const parts = fields.length > 1 ? uniqueValue.Value.split(delimiter) : [uniqueValue.Value];
    // A value that contains the delimiter can't be split.
    const Label =
      parts.length === fields.length
        ? parts
            .map((part, index) => (part === '<Null>' ? texts.noValue : (names[index]!.get(part) ?? part)))
            .join(' · ')
        : (uniqueValue.Label ?? uniqueValue.Value);
    return { ...uniqueValue, Label };
  });
  return { ...renderer, UniqueValueInfos, DefaultLabel: texts.others };
}

function readCodedNames(subject: TableSubject, name: string): ReadonlyMap<string, string> {
  const domain = subject.fields.find(({ Name }) => Name === name)?.Domain;
  if (domain?.type !== 'CodedValueDomain') return new Map();
  return new Map(domain.CodedValues.map(({ Name, Code }) => [String(plainValue(Code)), Name]));
}
