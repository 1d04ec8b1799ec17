import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { choicesOf, SelectField } from '../../parts/form/select.tsx';
import { changeDouble } from './double.ts';
import { doubleText as t } from './text/double-text.ts';
import type { Trying } from './trying.ts';

type EffectName = keyof typeof t.effects;

/** What each effect becomes in a rule, and the value that its field begins with; undefined where it needs none. */
const effects: Readonly<Record<EffectName, { readonly first?: string; readonly make: (value: string) => object }>> = {
  delay: { first: '1000', make: (value) => ({ delayMs: Number(value) }) },
  status: { first: '503', make: (value) => ({ status: Number(value) }) },
  fault: { first: 'On purpose.', make: (message) => ({ fault: { message } }) },
  close: { make: () => ({ close: true }) },
  truncate: { first: '100', make: (value) => ({ truncate: { afterBytes: Number(value) } }) },
  malformed: { make: () => ({ malformed: true }) },
  expired: { make: () => ({ expiredToken: true }) },
  limit: { first: '10', make: (value) => ({ maximumRecords: Number(value) }) },
};

/** Adds a rule of the kinds that are wanted most; all others are written to the administration. */
export function RuleForm({ trying }: { trying: Trying }) {
  const [operation, setOperation] = useState('');
  const [service, setService] = useState('');
  const [effect, setEffect] = useState<EffectName>('delay');
  const [value, setValue] = useState(effects.delay.first!);
  const [percent, setPercent] = useState('100');
  const isNumber = effect !== 'fault';
  const when = {
    ...(operation.trim() ? { operation: operation.trim() } : {}),
    ...(service.trim() ? { service: service.trim() } : {}),
    ...(percent.trim() === '100' || percent.trim() === '' ? {} : { share: Number(percent) / 100 }),
  };
  return (
    <form
      class="rule-form"
      onSubmit={(event) => {
        event.preventDefault();
        void trying(() => changeDouble('/rules', 'POST', { when, do: effects[effect].make(value) }));
      }}
    >
      <label class="field">
        <span>{t.operation}</span>
        <input
          class="input"
          value={operation}
          placeholder={t.any}
          onInput={(event) => setOperation(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>{t.service}</span>
        <input
          class="input"
          value={service}
          placeholder={t.any}
          onInput={(event) => setService(event.currentTarget.value)}
        />
      </label>
      <SelectField
        label={t.effect}
        value={effect}
        choices={choicesOf(t.effects)}
        onChange={(name) => {
          setEffect(name);
          setValue(effects[name].first ?? '');
        }}
      />
      {effects[effect].first !== undefined && (
        <label class="field">
          <span>{t.value}</span>
          <input
            class="input"
            required
            inputMode={isNumber ? 'numeric' : 'text'}
            pattern={isNumber ? '\\d+' : '.+'}
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        </label>
      )}
      <label class="field">
        <span>{t.share}</span>
        <input
          class="input"
          type="number"
          min={0}
          max={100}
          value={percent}
          onInput={(event) => setPercent(event.currentTarget.value)}
        />
      </label>
      <Button type="submit" icon="plus">
        {t.add}
      </Button>
    </form>
  );
}
