import type { FieldPlan } from '../../../sw/soap/plan.ts';
import { IconButton } from '../../parts/button.tsx';
import { explorerText as t } from '../text/explorer-text.ts';
import { blankValue } from './blank-value.ts';
import { AbsentFields, FieldRow } from './field-row.tsx';
import { useForm } from './form-context.ts';
import { noteOf, typeText } from './row-docs.ts';
import { ValueInput } from './value-input.tsx';

export type Members = Readonly<Record<string, unknown>>;

interface FieldsFormProps {
  fields: readonly FieldPlan[];
  value: Members;
  path: string;
  onChange: (value: Members) => void;
}

/** The fields of a message or struct: inputs for those that are set, buttons to add the optional others. */
export function FieldsForm({ fields, value, path, onChange }: FieldsFormProps) {
  const { facts } = useForm();
  const isSet = ({ name, isOptional }: FieldPlan) => !isOptional || value[name] !== undefined;
  const absent = fields.filter((field) => !isSet(field));
  const put = (name: string, changed: unknown) => onChange({ ...value, [name]: changed });
  const drop = (name: string) => onChange(Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)));
  return (
    <div class="stack near">
      {fields.filter(isSet).map((field) => (
        <Field
          key={field.name}
          field={field}
          value={value[field.name]}
          path={`${path}.${field.name}`}
          onChange={(changed) => put(field.name, changed)}
          onRemove={field.isOptional ? () => drop(field.name) : undefined}
        />
      ))}
      <AbsentFields
        fields={absent.map((field) => ({
          name: field.name,
          note: noteOf(field),
          add: () => put(field.name, field.whenAbsent ?? blankValue(field.plan, field.name, facts)),
        }))}
      />
      {fields.length === 0 && <p class="soft">{t.noFields}</p>}
    </div>
  );
}

function Field(props: {
  field: FieldPlan;
  value: unknown;
  path: string;
  onChange: (value: unknown) => void;
  onRemove: (() => void) | undefined;
}) {
  const { field, value, path, onChange, onRemove } = props;
  const note = noteOf(field);
  const isBlock = field.plan.kind === 'struct' || (field.plan.kind === 'list' && field.plan.item.kind === 'struct');
  const input = (
    <ValueInput plan={field.plan} field={field.name} path={path} label={field.name} value={value} onChange={onChange} />
  );
  if (isBlock)
    return (
      <div class="foldable">
        <details class="field-block" open={isShort(value)}>
          <summary>
            <strong>{field.name}</strong>
            <code>{typeText(field.plan)}</code>
            {note && <small>{note}</small>}
          </summary>
          {input}
        </details>
        {onRemove && <IconButton small icon="close" name={t.removeItem(field.name)} onClick={onRemove} />}
      </div>
    );
  return (
    <FieldRow name={field.name} type={typeText(field.plan)} onRemove={onRemove}>
      {input}
      {note && <small>{note}</small>}
    </FieldRow>
  );
}

/** Blocks that fit on the screen start open. */
function isShort(value: unknown): boolean {
  if (Array.isArray(value)) return value.length <= 2;
  return typeof value === 'object' && value !== null && JSON.stringify(value).length < 600;
}
