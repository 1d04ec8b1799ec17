import { useId } from 'preact/hooks';
import type { PortalParameter } from '../../sw/portal/contract/index.ts';
import { Checks } from '../parts/form/check.tsx';
import { type FormValue, ParameterInput } from '../parts/form/parameter-input.tsx';
import { Switch } from '../parts/form/switch.tsx';
import { portalText as t } from './text/portal-text.ts';

export type FieldValue = FormValue | readonly string[] | undefined;
export interface Choice {
  readonly value: string;
  readonly text: string;
}

interface FieldProps {
  name: string;
  row: PortalParameter;
  value: FieldValue;
  /** Choices if the row has none; several may be selected for a list. */
  choices: readonly Choice[] | undefined;
  problem: string | undefined;
  onChange: (value: FieldValue) => void;
}

/** The field of one parameter: its label, the control for its kind, help, and the problem with it. */
export function ParameterField({ name, row, value, choices, problem, onChange }: FieldProps) {
  const label = t.label(name);
  const isTime = row.kind === 'integer' && /Time$/.test(name);
  // Choices need no hint.
  const hint = !choices && !row.choices && !isTime && t.hint(name, row.doc);
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
  const isList = row.kind === 'names' && choices !== undefined;
  const isOptional = !row.required && !row.choices && !choices && (row.default === undefined || row.default === '');
  const aid = {
    id,
    'aria-label': label,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-help ${id}-problem`,
  };
  return (
    <div class="field" data-name={name}>
      <label for={isList ? undefined : id} id={`${id}-name`}>
        {isOptional ? t.form.optional(label) : label}
      </label>
      {isList ? (
        <fieldset class="columns narrow" aria-labelledby={`${id}-name`}>
          <Checks
            choices={choices.map((choice) => [choice.value, choice.text])}
            value={Array.isArray(value) ? value : []}
            onChange={onChange}
          />
        </fieldset>
      ) : isTime ? (
        <input
          class="input"
          type="datetime-local"
          {...aid}
          value={inputTime(value)}
          onInput={({ currentTarget }) => onChange(currentTarget.value && String(Date.parse(currentTarget.value)))}
        />
      ) : (
        <ParameterInput
          name={label}
          row={choices ? { ...row, choices: choices.map((choice) => choice.value) } : row}
          value={typeof value === 'object' && !(value instanceof File) ? undefined : value}
          offered={undefined}
          aid={aid}
          isPresent={name === 'password'}
          choiceText={(option) =>
            choices?.find((choice) => choice.value === option)?.text ?? t.choices[option] ?? option
          }
          onChange={onChange}
        />
      )}
      {hint && <small id={`${id}-help`}>{hint}</small>}
      {problem && (
        <small id={`${id}-problem`} class="problem" role="alert">
          {problem}
        </small>
      )}
    </div>
  );
}

/** Convert epoch milliseconds to the value of a time input: local time without a zone. */
function inputTime(value: FieldValue): string {
  if (typeof value !== 'string' || value === '') return '';
  const moment = new Date(Number(value));
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
