import { useState } from 'preact/hooks';
import { listParameterChoices, type Parameter } from '../../../sw/contract/parameter.ts';
import { text as t } from '../../text/text.ts';
import { IconButton } from '../button.tsx';
import { Select } from './select.tsx';
import { Switch } from './switch.tsx';

export type FormValue = string | boolean | File;

/** A suggested value, with the object it identifies. */
export interface Offered {
  readonly value: string;
  readonly label: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

interface InputProps {
  name: string;
  row: Parameter<string>;
  value: FormValue | undefined;
  offered?: readonly Offered[] | undefined;
  aid: {
    readonly id?: string;
    readonly 'aria-label': string;
    readonly 'aria-invalid'?: boolean;
    readonly 'aria-describedby'?: string | undefined;
  };
  /** Returns the label of a choice; by default its value. */
  choiceText?: (choice: string) => string;
  /** Tooltip that explains the field. */
  title?: string | undefined;
  /** For passwords: an existing one. */
  isPresent?: boolean;
  onChange: (value: FormValue | undefined) => void;
}

/** Control for a parameter of an operation, depending on its kind. Suggested values are chosen by their labels. */
export function ParameterInput(props: InputProps) {
  const { name, row, value, offered = [], aid, choiceText = (choice) => choice, onChange } = props;
  const text = typeof value === 'string' ? value : '';
  if (row.kind === 'boolean') return <Switch on={value === true || value === 'true'} name={name} onChange={onChange} />;
  if (row.kind === 'file')
    return <input class="input" type="file" {...aid} onChange={(event) => onChange(event.currentTarget.files?.[0])} />;
  if (row.kind === 'password')
    return <Password {...{ text, name, aid, onChange }} isPresent={props.isPresent ?? false} />;
  const choices = listParameterChoices(row);
  if (choices.length > 0)
    return (
      <Select
        {...aid}
        title={props.title}
        value={text}
        choices={choices.map((offeredChoice) => [offeredChoice, choiceText(offeredChoice)])}
        onChange={onChange}
      />
    );
  if (offered.length > 0) return <Pick text={text} offered={offered} aid={aid} onChange={onChange} />;
  const common = {
    class: 'input',
    spellcheck: false,
    ...aid,
    value: text,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => onChange(event.currentTarget.value),
  };
  const rows = longKinds[row.kind];
  if (rows) return <textarea rows={rows} {...common} />;
  const inputMode = row.kind === 'integer' ? 'numeric' : row.kind === 'number' ? 'decimal' : undefined;
  return <input autocomplete="off" inputMode={inputMode} {...common} />;
}

/** Numbers of lines of the kinds with a multi-line field. */
const longKinds: Readonly<Record<string, number>> = {
  ...{ text: 3, layerTexts: 3, geometry: 3 },
  ...{ json: 2, object: 2, objects: 2 },
};

/** Attributes that connect a control with its name, hint and problem. */
export type Aid = InputProps['aid'];
/** Value of the choice that opens a field to type another value. No suggested value is a single space. */
const another = ' ';

/** Select with the suggested values, plus an option to type another value. */
function Pick(props: { text: string; offered: readonly Offered[]; aid: Aid; onChange: (value: string) => void }) {
  const { text, offered, aid, onChange } = props;
  const [isTyped, setTyped] = useState(false);
  const isKnown = offered.some(({ value }) => value === text);
  if (!isTyped && isKnown)
    return (
      <Select
        {...aid}
        value={text}
        choices={[...offered.map(({ value, label }) => [value, label] as const), [another, t.field.another]]}
        onChange={(value) => (value === another ? setTyped(true) : onChange(value))}
      />
    );
  return (
    <span class="with-pick">
      <input
        class="input"
        spellcheck={false}
        autocomplete="off"
        {...aid}
        value={text}
        onInput={(event) => {
          setTyped(true);
          onChange(event.currentTarget.value);
        }}
      />
      <Select
        class="pick"
        aria-label={t.field.choose(aid['aria-label'])}
        value=""
        choices={[['', t.field.chooseShort], ...offered.map(({ value, label }) => [value, label] as const)]}
        onChange={(value) => {
          onChange(value);
          setTyped(false);
        }}
      />
    </span>
  );
}

function Password(props: {
  text: string;
  name: string;
  isPresent: boolean;
  aid: Aid;
  onChange: (value: string) => void;
}) {
  const [isShown, setShown] = useState(false);
  const common = {
    class: 'input',
    // Whether the password belongs to an existing account or is chosen now.
    autocomplete: props.isPresent ? 'current-password' : 'new-password',
    ...props.aid,
    value: props.text,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => props.onChange(event.currentTarget.value),
  };
  return (
    <span class="with-pick">
      {isShown ? <input type="text" {...common} /> : <input type="password" {...common} />}
      <IconButton
        icon="eye"
        aria-pressed={isShown}
        name={isShown ? t.field.hide(props.name) : t.field.show(props.name)}
        onClick={() => setShown(!isShown)}
      />
    </span>
  );
}
