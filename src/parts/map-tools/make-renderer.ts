import type { Value } from '../../../sw/contract/index.ts';
import { call } from '../../call.ts';
import { asking, plainValue, type TableSubject } from '../../state/rows.ts';
import { formatNumber } from '../../text/format.ts';
import { mapText } from '../../text/map-text.ts';
import { type Ramp, rampValue } from './ramps.ts';
import { type Facets, symbolOf } from './symbol-facets.ts';

const words = mapText.style;
type Renderer = Value<'FeatureRenderer'>;

/** How features are put into classes. */
export interface Choices {
  readonly field: string;
  readonly method: Value<'gisClassifyMethod'>;
  readonly count: number;
  readonly normalise: string;
  readonly ramp: Ramp;
  readonly isReversed: boolean;
}

/** Let the server make the classes, with labels that people read. @throws {ServiceFault} such as too many categories */
export async function makeRenderer(
  subject: TableSubject,
  kind: Renderer['type'],
  { field, method, count, normalise, ramp, isReversed }: Choices,
  facets: Facets,
  signal: AbortSignal,
): Promise<Renderer> {
  const BaseSymbol = symbolOf(facets);
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
          ...(normalise && { NormalizationField: normalise, NormalizationType: 'gisNormalizeByField' }),
        }
      : { type: 'UniqueValuesDef', ...common, Fields: [field] };
  const { Result } = await call('GenerateDataClasses', service, { ...table, DataClassificationDef }, { signal });
  return relabelled(Result, subject);
}

/** Give classes the labels people read: rounded amounts, names instead of codes. */
function relabelled(renderer: Renderer, subject: TableSubject): Renderer {
  if (renderer.type === 'ClassBreaksRenderer') {
    const say = (value: number) => formatNumber(Number(value.toPrecision(3)));
    const ClassBreakInfos = renderer.ClassBreakInfos.map((one) => ({
      ...one,
      Label: `${say(one.ClassMinimumValue)} – ${say(one.ClassMaximumValue)}`,
    }));
    return { ...renderer, ClassBreakInfos };
  }
  if (renderer.type !== 'UniqueValueRenderer') return renderer;
  const domain = subject.fields.find(({ Name }) => Name === renderer.Field1)?.Domain;
  const names = new Map(
    domain?.type === 'CodedValueDomain'
      ? domain.CodedValues.map(({ Name, Code }) => [String(plainValue(Code)), Name])
      : [],
  );
  const UniqueValueInfos = (renderer.UniqueValueInfos ?? []).map((one) => ({
    ...one,
    Label: one.Value === '<Null>' ? words.noValue : (names.get(one.Value) ?? one.Label ?? one.Value),
  }));
  return { ...renderer, UniqueValueInfos, DefaultLabel: words.others };
}
