import { useId } from 'preact/hooks';
import { IconButton } from '../../parts/button.tsx';
import { Select } from '../../parts/form/select.tsx';
import { useRead } from '../../parts/use-read.ts';
import { valueText } from '../../parts/value-text.ts';
import { plainValue, type TableSubject } from '../../state/rows.ts';
import { readGroups } from '../table/read-summary.ts';
import { FieldChoice } from '../table/statistics.tsx';
import { queryText } from '../text/query-text.ts';
import { type ConditionRow, isWrong, operatorsFor } from './query-conditions.ts';

const texts = queryText;

interface ConditionProps {
  subject: TableSubject;
  row: ConditionRow;
  index: number;
  onChange: (part: Partial<ConditionRow>) => void;
  onRemove?: () => void;
}

export function QueryCondition({ subject, row, index, onChange, onRemove }: ConditionProps) {
  const usable = subject.fields.filter(({ Type }) => !/Blob|Raster|XML/.test(Type));
  const field = usable.find(({ Name }) => Name === row.field);
  const listId = useId();
  const isListed = field && !/OID|Date|Double|Single/.test(field.Type);
  // Suggestions are optional, so errors are ignored.
  const { value: knownValues = [] } = useRead(isListed ? `${subject.id} ${row.field}` : undefined, async (signal) => {
    const { bars } = await readGroups(subject, field!, undefined, { where: '' }, signal);
    return bars.map(({ label }) => label);
  });
  if (!field) return null;
  const coded = field.Domain?.type === 'CodedValueDomain' ? field.Domain.CodedValues : undefined;
  // The cast is for the type checker only: a date input has the same attributes as a text input.
  const type = (field.Type === 'gisFieldTypeDate' ? 'date' : 'text') as 'text';
  const hasValue = row.operator !== 'null' && row.operator !== 'notNull';
  const valueInput = (part: 'value' | 'value2', name: string, alone: ConditionRow) => (
    <input
      class="input"
      type={type}
      list={knownValues.length > 0 ? listId : undefined}
      aria-label={`${name} ${index + 1}`}
      aria-invalid={isWrong(alone, field)}
      placeholder={name}
      value={row[part]}
      onInput={(event) => onChange({ [part]: event.currentTarget.value })}
    />
  );
  return (
    <div class="condition">
      <FieldChoice
        name={`${texts.field} ${index + 1}`}
        fields={usable}
        value={row.field}
        onChange={(name) => {
          const next = usable.find(({ Name }) => Name === name);
          const operator = next && operatorsFor(next).includes(row.operator) ? row.operator : '=';
          onChange({ field: name, operator, value: '', value2: '' });
        }}
      />
      <Select
        aria-label={`${texts.operator} ${index + 1}`}
        value={row.operator}
        choices={operatorsFor(field).map((choice) => [choice, texts.operators[choice] ?? choice])}
        onChange={(operator) => onChange({ operator })}
      />
      {onRemove && <IconButton small icon="close" name={texts.remove(index + 1)} onClick={onRemove} />}
      {hasValue && coded && (
        <Select
          class="value"
          aria-label={`${texts.value} ${index + 1}`}
          value={row.value}
          choices={[['', ''], ...coded.map(({ Code }) => [String(plainValue(Code)), valueText(Code, field)] as const)]}
          onChange={(value) => onChange({ value })}
        />
      )}
      {hasValue && !coded && (
        <span class="value pair">
          {valueInput('value', texts.value, { ...row, value2: '' })}
          {row.operator === 'between' && valueInput('value2', texts.value2, { ...row, value: '' })}
          <datalist id={listId}>
            {knownValues.map((knownValue) => (
              <option key={knownValue} value={knownValue} />
            ))}
          </datalist>
        </span>
      )}
    </div>
  );
}
