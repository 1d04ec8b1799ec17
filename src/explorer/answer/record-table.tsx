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
      <ScrollRegion kind="table-scroll" name={t.rows(formatCount(records.Records.length))}>
        <table>
          <caption>{t.rows(formatCount(records.Records.length))}</caption>
          <thead>
            <tr>
              {fields.map(({ Name, AliasName, Type }) => (
                <th key={Name} scope="col" title={`${AliasName ?? Name} · ${Type}`}>
                  {Name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ Values }, index) => (
              <tr key={index}>
                {fields.map((field, at) => (
                  <td key={field.Name} data-number={typeof plain(Values[at]) === 'number' ? '' : undefined}>
                    {cell(Values[at], field)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
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
