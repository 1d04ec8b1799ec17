import type { Value } from '../../../sw/contract/index.ts';
import { labelChoices, SelectField } from '../../parts/form/select.tsx';
import { type Field, fieldTitle } from '../../state/rows.ts';
import { FieldChoice } from '../table/statistics.tsx';
import { mapText } from '../text/maps-text.ts';
import { styleText } from '../text/style-text.ts';
import { byLog, byPercent, type Choices } from './make-renderer.ts';

const texts = mapText.style;

interface ChoicesProps {
  choices: Choices;
  change: (part: Partial<Choices>) => void;
}

export function AmountChoices({ choices, numbers, change }: ChoicesProps & { numbers: readonly Field[] }) {
  const isDeviation = choices.method === 'gisClassifyStandardDeviation';
  return (
    <>
      <div class={isDeviation ? 'pair' : 'pair wide-narrow'}>
        <SelectField
          label={texts.method}
          value={choices.method}
          choices={labelChoices(texts.methods as Record<Value<'gisClassifyMethod'>, string>)}
          onChange={(method) => change({ method })}
        />
        {isDeviation ? (
          <SelectField
            label={styleText.interval}
            value={choices.interval}
            choices={[1, 0.5, 0.33, 0.25].map((interval) => [interval, styleText.intervals[interval]!])}
            onChange={(interval) => change({ interval })}
          />
        ) : (
          <label class="field">
            <span>{texts.classes}</span>
            <input
              class="input"
              type="number"
              min={2}
              max={12}
              value={choices.count}
              onInput={(event) => {
                const count = Math.round(event.currentTarget.valueAsNumber);
                if (count >= 2 && count <= 12) change({ count });
              }}
            />
          </label>
        )}
      </div>
      <SelectField
        label={texts.normalise}
        value={choices.normalise}
        choices={[
          ['', texts.nothing],
          [byPercent, styleText.byPercent],
          [byLog, styleText.byLog],
          ...numbers
            .filter(({ Name }) => Name !== choices.field)
            .map((field) => [field.Name, fieldTitle(field)] as const),
        ]}
        onChange={(value) => change({ normalise: value })}
      />
    </>
  );
}

export function MoreFields({ choices, fields, change }: ChoicesProps & { fields: readonly Field[] }) {
  const { field, moreFields } = choices;
  const [second = '', third = ''] = moreFields;
  const remainingFields = (but: string) =>
    fields.filter(({ Name }) => Name === but || ![field, ...moreFields].includes(Name));
  return (
    <>
      <FieldChoice
        name={styleText.secondField}
        fields={remainingFields(second)}
        none={texts.nothing}
        value={second}
        onChange={(name) => change({ moreFields: [name, third].filter(Boolean) })}
      />
      {second && (
        <FieldChoice
          name={styleText.thirdField}
          fields={remainingFields(third)}
          none={texts.nothing}
          value={third}
          onChange={(name) => change({ moreFields: [second, name].filter(Boolean) })}
        />
      )}
    </>
  );
}
