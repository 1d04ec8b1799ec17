import type { StructPlan } from '../../../sw/soap/plan.ts';
import { Select } from '../../parts/form/select.tsx';
import { explorerText as t } from '../text/explorer-text.ts';
import { blankStruct, firstMember } from './blank-value.ts';
import { FieldsForm, type Members } from './fields-form.tsx';
import { useForm } from './form-context.ts';
import { GeometryPick, isGeometry } from './geometry-pick.tsx';
import { docOf } from './row-docs.ts';
import type { ValueInputProps } from './value-input.tsx';

/** A value of several fields; within a family its type is chosen first. */
export function StructInput({
  plan,
  path,
  label,
  value,
  onChange,
}: Omit<ValueInputProps, 'plan'> & { plan: StructPlan }) {
  const { facts } = useForm();
  const members = (value ?? {}) as Members;
  const own = plan.members.get(String(members.type ?? plan.name)) ?? firstMember(plan);
  const change = (name: string) => {
    const next = plan.members.get(name);
    if (!next) return;
    // Fields that both types have keep their values.
    const carriedOver = Object.fromEntries(
      next.fields.flatMap(({ name: field }) => (members[field] === undefined ? [] : [[field, members[field]]])),
    );
    onChange({ ...blankStruct(next, facts), ...carriedOver, type: name });
  };
  return (
    <div class="stack near">
      {plan.members.size > 1 && (
        <label class="inline-field">
          <span>{t.kind}</span>
          <Select
            aria-label={t.kindOf(label)}
            value={own.name}
            choices={[...plan.members.keys()].map((name) => [name, name])}
            onChange={change}
          />
        </label>
      )}
      <p class="soft">{docOf(own)}</p>
      {isGeometry(plan) && <GeometryPick plan={plan} own={own} label={label} value={value} onChange={onChange} />}
      <FieldsForm fields={own.fields} value={members} path={path} onChange={onChange} />
    </div>
  );
}
