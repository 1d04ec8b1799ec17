import { useId } from 'preact/hooks';
import type { PortalParameter } from '../../sw/portal/contract/index.ts';
import { Checks } from '../parts/form/check.tsx';
import { Select } from '../parts/form/select.tsx';
import { Switch } from '../parts/form/switch.tsx';
import { portalText as t } from './text/portal-text.ts';

export type FieldValue = string | boolean | File | readonly string[] | undefined;
export interface Choice {
  readonly value: string;
  readonly text: string;
}

interface FieldProps {
  name: string;
  row: PortalParameter;
  value: FieldValue;
  choices?: readonly Choice[] | undefined;
  several?: readonly Choice[] | undefined;
  problem: string | undefined;
  onChange: (value: FieldValue) => void;
}

/** One parameter of an operation: its name for people, the control its kind asks for, help, and what is wrong with it. */
export function Field(props: FieldProps) {
  const { name, row, value, several, problem, onChange } = props;
  const { label, hint } = t.fields[name] ?? { label: name };
  const id = useId();
  if (row.kind === 'boolean') {
    return (
      <div class="row portal-switch">
        <span>
          {label}
          {hint && <small>{hint}</small>}
        </span>
        <Switch on={value === true} name={label} onChange={onChange} />
      </div>
    );
  }
  const helpId = `${id}-help`;
  const problemId = `${id}-problem`;
  const aid = { id, name, 'aria-invalid': problem !== undefined, 'aria-describedby': `${helpId} ${problemId}` };
  return (
    <div class="field">
      {several ? (
        <span id={id}>{label}</span>
      ) : (
        <label for={id}>{isOptional(row) ? t.form.optional(label) : label}</label>
      )}
      {several ? (
        <fieldset class="columns narrow" aria-labelledby={id}>
          <Checks
            choices={several.map((choice) => [choice.value, choice.text])}
            value={Array.isArray(value) ? value : []}
            onChange={onChange}
          />
        </fieldset>
      ) : (
        <Control {...props} aid={aid} />
      )}
      {hint && <small id={helpId}>{hint}</small>}
      {problem && (
        <small id={problemId} class="problem" role="alert">
          {problem}
        </small>
      )}
    </div>
  );
}

/** A choice and a value that stands there already need no such word. */
const isOptional = ({ required, default: standard, choices }: PortalParameter): boolean =>
  !required && !choices && (standard === undefined || standard === '');

interface Aid {
  id: string;
  name: string;
  'aria-invalid': boolean;
  'aria-describedby': string;
}

function Control({ name, row, value, choices, onChange, aid }: FieldProps & { aid: Aid }) {
  const text = typeof value === 'string' ? value : '';
  const options = choices ?? row.choices?.map((choice) => ({ value: choice, text: t.choices[choice] ?? choice }));
  if (options) {
    return <Select {...aid} value={text} choices={options.map((one) => [one.value, one.text])} onChange={onChange} />;
  }
  if (row.kind === 'file') {
    return <input class="input" type="file" {...aid} onChange={(event) => onChange(event.currentTarget.files?.[0])} />;
  }
  if (row.kind === 'text') {
    return (
      <textarea class="input" rows={3} {...aid} value={text} onInput={(event) => onChange(event.currentTarget.value)} />
    );
  }
  const common = {
    ...aid,
    ...(row.maximumLength === undefined ? {} : { maxLength: row.maximumLength }),
    value: text,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
  };
  // The password of an account that is there, or one that is made now.
  const saved = name === 'password' ? 'current-password' : 'new-password';
  if (row.kind === 'password') return <input class="input" type="password" autocomplete={saved} {...common} />;
  const inputMode = row.kind === 'integer' ? 'numeric' : 'text';
  return <input class="input" type="text" inputMode={inputMode} autocomplete="off" {...common} />;
}
