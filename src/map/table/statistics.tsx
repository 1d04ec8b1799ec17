import { useState } from 'preact/hooks';
import { minMax } from '../../../sw/geometry/min-max.ts';
import { labelChoices, SelectField } from '../../parts/form/select.tsx';
import { ErrorState } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { type Field, fieldTitle, isAmount, isDate, type TableSubject } from '../../state/rows.ts';
import type { RowQuery } from '../../state/tasks.ts';
import { formatCount, formatNumber } from '../../text/format.ts';
import { filterOfLayer } from '../state/filter-layer.ts';
import { statisticsText } from '../text/statistics-text.ts';
import { type Bar, chartTitle, readFacts, readGroups, readHistogram, type StatisticType } from './read-summary.ts';

const texts = statisticsText;

type Facts = Awaited<ReturnType<typeof readFacts>>;
interface Shown {
  readonly facts: Facts;
  readonly bars: readonly Bar[];
  readonly left: number;
  /** Identifies the query of the chart. The previous chart stays under its own title until the next one is ready. */
  readonly question: string;
  readonly title: string;
  readonly isGrouped: boolean;
}

export interface StatisticsProps {
  subject: TableSubject;
  requested: RowQuery;
  /** Receives the condition for the rows of a bar. */
  onPick: (where: string) => void;
  /** Reads the statistics, by default from the open service. */
  read?: typeof readAll;
}

export function Statistics({ subject, requested, onPick, read = readAll }: StatisticsProps) {
  const usable = subject.fields.filter(({ Type }) => !/OID|Blob|Raster|XML/.test(Type));
  const [fieldName, setFieldName] = useState((usable.find(isAmount) ?? usable[0])?.Name ?? '');
  const [byName, setByName] = useState('');
  const [type, setType] = useState<StatisticType>('gisDataStatTypeSum');
  const field = usable.find(({ Name }) => Name === fieldName);
  const by = usable.find(({ Name }) => Name === byName);
  /** Text has no distribution, so group by its values. */
  const groupBy = by ?? (field && !isAmount(field) && !isDate(field) ? field : undefined);
  const of = by && field && isAmount(field) ? { type, field } : undefined;
  const title = !field ? '' : groupBy ? chartTitle(groupBy, of) : texts.histogram(fieldTitle(field));
  const question = JSON.stringify([fieldName, byName, type, requested, filterOfLayer(subject.id)]);
  const { value: shown, problem } = useRead(
    field && String(subject.id),
    async (signal): Promise<Shown> => {
      const summary = await read(subject, field!, groupBy, of, requested, signal);
      return { ...summary, question, title, isGrouped: groupBy !== undefined };
    },
    { again: [question] },
  );
  if (!field) return <p class="row-none">{texts.empty}</p>;
  const pick = (bar: Bar) => onPick(bar.where);
  const isBusy = !problem && shown?.question !== question;
  return (
    <div class="statistics" aria-busy={isBusy}>
      <div class="statistics-choices">
        <FieldChoice name={texts.value} fields={usable} value={fieldName} onChange={setFieldName} />
        <FieldChoice name={texts.groupBy} fields={usable} none={texts.noGroup} value={byName} onChange={setByName} />
        {of && (
          <SelectField
            label={texts.of}
            value={type}
            choices={labelChoices(texts.names as Record<StatisticType, string>)}
            onChange={setType}
          />
        )}
        <dl class="facts">
          {((!problem && shown?.facts) || []).map(({ name, text: formatted }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{formatted}</dd>
            </div>
          ))}
        </dl>
      </div>
      <figure class="chart">
        <figcaption>
          {problem || !shown ? title : shown.title} <small>{texts.pick}</small>
        </figcaption>
        {problem && <ErrorState title={texts.failed} message={problem} />}
        {shown && !problem && shown.bars.length === 0 && <p class="row-none">{texts.empty}</p>}
        {shown &&
          !problem &&
          shown.bars.length > 0 &&
          (shown.isGrouped ? (
            <BarChart bars={shown.bars} onPick={pick} />
          ) : (
            <Histogram bars={shown.bars} title={shown.title} onPick={pick} />
          ))}
        {shown && !problem && shown.left > 0 && <p class="soft">{texts.others(formatCount(shown.left))}</p>}
      </figure>
    </div>
  );
}

async function readAll(
  subject: TableSubject,
  field: Field,
  groupBy: Field | undefined,
  of: { readonly type: StatisticType; readonly field: Field } | undefined,
  requested: RowQuery,
  signal: AbortSignal,
): Promise<Pick<Shown, 'facts' | 'bars' | 'left'>> {
  const [facts, { bars, left }] = await Promise.all([
    readFacts(subject, field, requested, signal),
    groupBy
      ? readGroups(subject, groupBy, of, requested, signal)
      : readHistogram(subject, field, requested, signal).then((bars) => ({ bars, left: 0 })),
  ]);
  return { facts, bars, left };
}

interface FieldChoiceProps {
  name: string;
  fields: readonly Field[];
  /** Label of the choice without a field. If absent, a field is required. */
  none?: string;
  value: string;
  onChange: (name: string) => void;
}

export function FieldChoice({ name, fields, none, value, onChange }: FieldChoiceProps) {
  return (
    <SelectField
      label={name}
      value={value}
      choices={[
        ...(none === undefined ? [] : [['', none] as const]),
        ...fields.map((field) => [field.Name, fieldTitle(field)] as const),
      ]}
      onChange={onChange}
    />
  );
}

function BarChart({ bars, onPick }: { bars: readonly Bar[]; onPick: (bar: Bar) => void }) {
  const greatest = Math.max(minMax(bars.map(({ value }) => Math.abs(value)))[1], Number.MIN_VALUE);
  return (
    <ol class="bar-chart">
      {bars.map((bar) => (
        <li key={bar.where}>
          <button type="button" onClick={() => onPick(bar)}>
            <span class="bar-label one-line">{bar.label}</span>
            <svg class="bar" width="100%" height="14" aria-hidden="true">
              <rect width={`${(Math.abs(bar.value) / greatest) * 100}%`} height="14" rx="2" />
            </svg>
            <span class="bar-value">{formatNumber(Number(bar.value.toPrecision(6)))}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

const [width, height] = [640, 150];

function Histogram(props: { bars: readonly Bar[]; title: string; onPick?: (bar: Bar) => void }) {
  const { bars, title, onPick } = props;
  const greatest = Math.max(1, ...bars.map(({ value }) => value));
  const step = width / bars.length;
  return (
    <div class="histogram">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={title}>
        {bars.map((bar, index) => {
          const tall = bar.value === 0 ? 0 : Math.max(2, (bar.value / greatest) * height);
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the same can be asked with a query
            <g key={bar.where} onClick={() => onPick?.(bar)}>
              <title>{`${bar.label}: ${formatNumber(bar.value)}`}</title>
              <rect class="column-background" x={index * step} width={step} y={0} height={height} />
              <rect class="column" x={index * step + 1} width={Math.max(1, step - 2)} y={height - tall} height={tall} />
            </g>
          );
        })}
      </svg>
      <p aria-hidden="true">
        <span>{bars[0]?.label.split(' – ')[0]}</span>
        <span>{bars.at(-1)?.label.split(' – ')[1]}</span>
      </p>
    </div>
  );
}
