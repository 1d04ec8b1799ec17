import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AnyValue, Value } from '../../../sw/contract/index.ts';
import { Button } from '../../parts/button.tsx';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { formatBytes, formatCount, formatDate, formatNumber } from '../../text/format.ts';
import { MiniMap } from '../mini-map.tsx';
import { explorerText as t } from '../text/explorer-text.ts';

const pageRows = 50;

export function RecordTable({ records, name }: { records: Value<'RecordSet'>; name: string }) {
  const [shown, setShown] = useState(pageRows);
  const fields = records.Fields.FieldArray;
  const shapeAt = fields.findIndex(({ Type }) => Type === 'gisFieldTypeGeometry');
  const rows = records.Records.slice(0, shown);
  const shapes = rows.flatMap(({ Values }) =>
    shapeAt >= 0 && Values[shapeAt] ? [Values[shapeAt] as Value<'Geometry'>] : [],
  );
  return (
    <>
      {shapes.length > 0 && <MiniMap shapes={shapes} name={t.shapesOf(name)} />}
      <FactTable
        name={t.rows(formatCount(records.Records.length))}
        caption={t.rows(formatCount(records.Records.length))}
        heads={fields.map(({ Name, AliasName, Type }) => ({ name: Name, title: `${AliasName ?? Name} · ${Type}` }))}
        rows={rows.map(({ Values }) =>
          fields.map((field, index) => ({
            view: cell(Values[index], field),
            isNumber: typeof plain(Values[index]) === 'number',
          })),
        )}
      />
      {records.Records.length > shown && (
        <Button small onClick={() => setShown(shown + 10 * pageRows)}>
          {t.moreItems(formatCount(records.Records.length - shown))}
        </Button>
      )}
    </>
  );
}

const plain = (value: AnyValue | undefined): unknown =>
  typeof value === 'object' && value !== null && 'value' in value ? value.value : value;

function cell(value: AnyValue | undefined, { Type }: Value<'Field'>): string {
  const of = plain(value);
  if (of === null || of === undefined) return '';
  if (typeof of === 'number') return Type === 'gisFieldTypeOID' ? String(of) : formatNumber(of);
  if (of instanceof Date) return formatDate(of);
  if (of instanceof Uint8Array) return formatBytes(of.length);
  if (typeof of === 'object') return String((of as { type?: string }).type ?? '');
  return String(of);
}

/** A table with a heading for each column; numbers are right-aligned. */
export function FactTable(props: {
  name: string;
  caption: string;
  heads: readonly { readonly name: string; readonly title?: string }[];
  rows: readonly (readonly { readonly view: ComponentChildren; readonly isNumber: boolean }[])[];
}) {
  const { name, caption, heads, rows } = props;
  return (
    <ScrollRegion kind="table-scroll" name={name}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head.name} scope="col" title={head.title}>
                {head.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            <tr key={index}>
              {cells.map(({ view, isNumber }, cellIndex) => (
                <td key={cellIndex} data-number={isNumber ? '' : undefined}>
                  {view}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
