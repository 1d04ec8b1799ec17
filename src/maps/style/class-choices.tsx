import type { Value } from '../../../sw/contract/index.ts';
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

/** How amounts are cut into classes, and what they are divided by. */
export function AmountChoices({ choices, numbers, change }: ChoicesProps & { numbers: readonly Field[] }) {
  const isDeviation = choices.method === 'gisClassifyStandardDeviation';
  return (
    <>
      <div class={isDeviation ? 'pair' : 'pair wide-narrow'}>
        <label class="field">
          <span>{texts.method}</span>
          <select
            class="input"
            value={choices.method}
            onChange={(event) => change({ method: event.currentTarget.value as Value<'gisClassifyMethod'> })}
          >
            {Object.entries(texts.methods).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {isDeviation ? (
          <label class="field">
            <span>{styleText.interval}</span>
            <select
              class="input"
              value={String(choices.interval)}
              onChange={(event) => change({ interval: Number(event.currentTarget.value) })}
            >
              {/* In the order of the words, not in that of numbers as keys. */}
              {['1', '0.5', '0.33', '0.25'].map((interval) => (
                <option key={interval} value={interval}>
                  {styleText.intervals[interval]}
                </option>
              ))}
            </select>
          </label>
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
      <label class="field">
        <span>{texts.normalise}</span>
        <select
          class="input"
          value={choices.normalise}
          onChange={(event) => change({ normalise: event.currentTarget.value })}
        >
          <option value="">{texts.nothing}</option>
          <option value={byPercent}>{styleText.byPercent}</option>
          <option value={byLog}>{styleText.byLog}</option>
          {numbers
            .filter(({ Name }) => Name !== choices.field)
            .map((field) => (
              <option key={field.Name} value={field.Name}>
                {fieldTitle(field)}
              </option>
            ))}
        </select>
      </label>
    </>
  );
}

/** A second and a third field whose values make categories together with the first. */
export function MoreFields({ choices, fields, change }: ChoicesProps & { fields: readonly Field[] }) {
  const { field, moreFields } = choices;
  const [second = '', third = ''] = moreFields;
  const left = (but: string) => fields.filter(({ Name }) => Name === but || ![field, ...moreFields].includes(Name));
  return (
    <>
      <FieldChoice
        name={styleText.secondField}
        fields={left(second)}
        none={texts.nothing}
        value={second}
        onChange={(name) => change({ moreFields: [name, third].filter(Boolean) })}
      />
      {second && (
        <FieldChoice
          name={styleText.thirdField}
          fields={left(third)}
          none={texts.nothing}
          value={third}
          onChange={(name) => change({ moreFields: [second, name].filter(Boolean) })}
        />
      )}
    </>
  );
}
