import type { ComponentChildren } from 'preact';
import type { AnyValue, Value } from '../../sw/contract/index.ts';
import { extentOf } from '../state/references.ts';
import { formatNumber } from '../text/format.ts';
import { text } from '../text/text.ts';

/** Terms and what is said of them; what is not said is left out. */
export function Facts({ rows }: { rows: readonly (readonly [term: string, said: ComponentChildren])[] }) {
  const said = rows.filter(([, label]) => label !== undefined && label !== '' && label !== null);
  return (
    <dl class="fact-list">
      {said.map(([term, label]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Say an envelope by its four numbers. */
export function extentText(envelope: Value<'Envelope'> | undefined): string | undefined {
  return extentOf(envelope)
    ?.map((one) => formatNumber(Number(one.toPrecision(9))))
    .join(', ');
}

/** Say a span of time. */
export function timeText(span: Value<'TimeExtent'> | undefined): string | undefined {
  return span && [span.StartTime, span.EndTime].filter(Boolean).join(' – ');
}

/** Say a value of any type. */
export function anyText(value: AnyValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? text.results.yes : text.results.no;
  if (typeof value === 'object' && 'value' in value) return formatNumber(value.value);
  if (typeof value === 'number') return formatNumber(value);
  return value instanceof Date ? value.toISOString() : String(value);
}

/** The rows of a property set, the empty ones left out. */
export const propertyRows = ({ PropertyArray }: Value<'PropertySet'>): (readonly [string, string])[] =>
  PropertyArray.map(({ Key, Value: value }) => [Key, anyText(value)] as const);
