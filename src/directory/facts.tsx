import type { ComponentChildren } from 'preact';
import type { AnyValue, Value } from '../../sw/contract/index.ts';
import { extentOf } from '../state/references.ts';
import { formatNumber } from '../text/format.ts';
import { text } from '../text/text.ts';

/** Terms with their values; those without a value are left out. */
export function Facts({ rows }: { rows: readonly (readonly [term: string, value: ComponentChildren])[] }) {
  const given = rows.filter(([, value]) => value !== undefined && value !== '' && value !== null);
  return (
    <dl class="fact-list">
      {given.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function extentText(envelope: Value<'Envelope'> | undefined): string | undefined {
  return extentOf(envelope)
    ?.map((one) => formatNumber(Number(one.toPrecision(9))))
    .join(', ');
}

export function timeText(span: Value<'TimeExtent'> | undefined): string | undefined {
  return span && [span.StartTime, span.EndTime].filter(Boolean).join(' – ');
}

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
