import { useState } from 'preact/hooks';
import type { PortalParameter } from '../../../sw/portal/contract/index.ts';
import { IconButton } from '../../parts/button.tsx';
import { Select } from '../../parts/form/select.tsx';
import { Switch } from '../../parts/form/switch.tsx';
import { explorerText as t } from '../text/explorer-text.ts';
import type { Offered } from './offered-value.ts';
import type { FormValue } from './portal-request.ts';

interface InputProps {
  name: string;
  row: PortalParameter;
  value: FormValue | undefined;
  offered: readonly Offered[] | undefined;
  aid: { readonly 'aria-label': string; readonly 'aria-invalid': boolean; readonly 'aria-describedby': string };
  onChange: (value: FormValue | undefined) => void;
}

/** The control for a parameter of a kind; entries of the portal are chosen by their names. */
export function ParameterInput({ name, row, value, offered = [], aid, onChange }: InputProps) {
  const text = typeof value === 'string' ? value : '';
  if (row.kind === 'boolean') return <Switch on={value === true} name={name} onChange={onChange} />;
  if (row.kind === 'file')
    return <input class="input" type="file" {...aid} onChange={(event) => onChange(event.currentTarget.files?.[0])} />;
  if (row.kind === 'password') return <Password text={text} name={name} aid={aid} onChange={onChange} />;
  if (row.choices)
    return <Select {...aid} value={text} choices={row.choices.map((one) => [one, one])} onChange={onChange} />;
  if (offered.length > 0) return <Pick text={text} offered={offered} aid={aid} onChange={onChange} />;
  if (row.kind === 'text' || row.kind === 'json')
    return (
      <textarea
        class="input"
        rows={row.kind === 'json' ? 2 : 3}
        spellcheck={false}
        {...aid}
        value={text}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <input
      class="input"
      spellcheck={false}
      autocomplete="off"
      inputMode={row.kind === 'integer' ? 'numeric' : undefined}
      {...aid}
      value={text}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type Aid = InputProps['aid'];
/** Chosen to type a value; no list has it. */
const another = ' ';

/** One of the offered values, or another one that is typed. */
function Pick(props: { text: string; offered: readonly Offered[]; aid: Aid; onChange: (value: string) => void }) {
  const { text, offered, aid, onChange } = props;
  const [isTyped, setTyped] = useState(false);
  const isKnown = offered.some(({ value }) => value === text);
  if (!isTyped && isKnown)
    return (
      <Select
        {...aid}
        value={text}
        choices={[...offered.map(({ value, label }) => [value, label] as const), [another, t.portal.another]]}
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
        aria-label={t.portal.choose(aid['aria-label'])}
        value=""
        choices={[['', t.portal.chooseShort], ...offered.map(({ value, label }) => [value, label] as const)]}
        onChange={(value) => {
          onChange(value);
          setTyped(false);
        }}
      />
    </span>
  );
}

function Password(props: { text: string; name: string; aid: Aid; onChange: (value: string) => void }) {
  const [isShown, setShown] = useState(false);
  const common = {
    class: 'input',
    autocomplete: 'new-password',
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
        name={isShown ? t.portal.hide(props.name) : t.portal.show(props.name)}
        onClick={() => setShown(!isShown)}
      />
    </span>
  );
}
