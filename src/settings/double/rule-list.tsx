import { Button, IconButton } from '../../parts/button.tsx';
import { Switch } from '../../parts/form/switch.tsx';
import { formatCount } from '../../text/format.ts';
import { changeDouble, type ListedRule, rules } from './double.ts';
import { doubleText as t } from './text/double-text.ts';
import type { Trying } from './trying.ts';

/** The rules, which can be switched and removed. */
export function RuleList({ trying }: { trying: Trying }) {
  const all = rules.value;
  if (!all) return null;
  if (all.length === 0) return <p>{t.none}</p>;
  return (
    <>
      <ul class="rules">
        {all.map((rule) => (
          <li key={rule.id}>
            <Switch
              on={rule.on}
              name={t.switch(rule.id)}
              onChange={(on) => void trying(() => changeDouble(pathOf(rule), 'PATCH', { on }))}
            />
            <span class="rule-facts">
              <strong>{factsOf(rule.when) || t.everything}</strong>
              <span>{factsOf(rule.do)}</span>
              <small>{t.applied(formatCount(rule.applied))}</small>
            </span>
            <IconButton
              small
              icon="trash"
              name={t.remove(rule.id)}
              onClick={() => void trying(() => changeDouble(pathOf(rule), 'DELETE'))}
            />
          </li>
        ))}
      </ul>
      <Button small icon="trash" onClick={() => void trying(() => changeDouble('/rules', 'DELETE'))}>
        {t.clear}
      </Button>
    </>
  );
}

const pathOf = ({ id }: ListedRule): string => `/rules/${encodeURIComponent(id)}`;

/** Conditions and effects in the names that rules are written with, which the administration and files have as well. */
const factsOf = (facts: Readonly<Record<string, unknown>>): string =>
  Object.entries(facts)
    .map(([name, value]) =>
      value === true ? name : `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join(', ');
