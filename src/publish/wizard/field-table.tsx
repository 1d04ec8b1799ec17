import { Check } from '../../parts/form/check.tsx';
import { Select } from '../../parts/form/select.tsx';
import { formatCount, formatDate } from '../../text/format.ts';
import { FieldsTable } from '../fields-table.tsx';
import type { ColumnSummary, SourceSummary } from '../import/describe-sources.ts';
import type { ColumnChoice } from '../import/package-choices.ts';
import { publishText as t } from '../text/publish-text.ts';
import { changeLayer } from './draft.ts';
import type { LayerForm } from './form.ts';

export function FieldTable({ layer, draft, at }: { layer: SourceSummary; draft: LayerForm; at: number }) {
  const put = (name: string, change: ColumnChoice) =>
    changeLayer(at, { columns: { ...draft.columns, [name]: { ...draft.columns[name], ...change } } });
  return (
    <FieldsTable of={layer.name} last={t.fields.samples}>
      {layer.columns.map((column) => (
        <FieldRow key={column.name} column={column} choice={draft.columns[column.name] ?? {}} onPut={put} />
      ))}
    </FieldsTable>
  );
}

function FieldRow(props: {
  column: ColumnSummary;
  choice: ColumnChoice;
  onPut: (name: string, change: ColumnChoice) => void;
}) {
  const { column, choice, onPut } = props;
  const { name, alias, readings, samples, emptyCount } = column;
  const reading = choice.reading ?? readings[0]!.reading;
  const isDate = readings[0]!.reading === 'Date';
  return (
    <tr data-left-out={choice.isLeftOut ? '' : undefined}>
      <td>
        <Check
          aria-label={t.fields.use(name)}
          on={!choice.isLeftOut}
          onChange={(on) => onPut(name, { isLeftOut: !on })}
        >
          <code>{name}</code>
        </Check>
      </td>
      <td>
        <input
          class="input small"
          aria-label={t.fields.aliasOf(name)}
          value={choice.alias ?? alias}
          disabled={choice.isLeftOut}
          onInput={(event) => onPut(name, { alias: event.currentTarget.value })}
        />
      </td>
      <td>
        {readings.length > 1 ? (
          <Select
            class="small"
            aria-label={t.fields.typeOf(name)}
            value={reading}
            disabled={choice.isLeftOut}
            choices={readings.map((one) => [
              one.reading,
              `${t.fields.readings[one.reading]}${one.lost > 0 ? ` (${t.fields.lost(formatCount(one.lost))})` : ''}`,
            ])}
            onChange={(chosen) => onPut(name, { reading: chosen })}
          />
        ) : (
          t.fields.readings[reading]
        )}
      </td>
      <td class="samples">
        {samples.map((value) => (isDate ? formatDate(new Date(Number(value))) : String(value))).join(' · ')}
        {emptyCount > 0 && <small> {t.fields.empty(formatCount(emptyCount))}</small>}
      </td>
    </tr>
  );
}
