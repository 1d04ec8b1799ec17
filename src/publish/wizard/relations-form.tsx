import { Button, IconButton } from '../../parts/button.tsx';
import type { RelationChoice } from '../../publisher/package-choices.ts';
import { publishText as t } from '../text/publish-text.ts';
import { changeForm, layers } from './draft.ts';
import type { Form } from './form.ts';
import { canMeet } from './suggest-relations.ts';

export function RelationsForm({ draft }: { draft: Form }) {
  const { relations } = draft;
  const put = (at: number, change: Partial<RelationChoice>) =>
    changeForm({ relations: relations.with(at, { ...relations[at]!, ...change }) });
  const places = layers.value.flatMap((layer, at) =>
    layer.geometry === 'raster' || draft.layers[at]!.isLeftOut || layer.columns.length === 0 ? [] : [at],
  );
  const add = () => {
    const [origin, destination] = [places[0], places[1]];
    if (origin === undefined || destination === undefined) return;
    const [originKey, destinationKey] = matching(draft, origin, destination);
    const relation = { name: '', origin, originKey, destination, destinationKey, isOneToOne: false };
    changeForm({ relations: [...relations, relation] });
  };
  return (
    <section class="card" aria-labelledby="relations-title">
      <h2 id="relations-title">{t.relations.title}</h2>
      <p class="soft">{t.relations.detail}</p>
      {relations.map((relation, at) => (
        <fieldset key={at} class="relation">
          <legend>{t.relations.of(at + 1)}</legend>
          <label class="field">
            <span>{t.relations.name}</span>
            <input
              class="input small"
              value={relation.name}
              onInput={(event) => put(at, { name: event.currentTarget.value })}
            />
          </label>
          <Side
            draft={draft}
            label={t.relations.from}
            places={places}
            at={relation.origin}
            field={relation.originKey}
            onPut={(origin, originKey) => put(at, { origin, originKey })}
          />
          <Side
            draft={draft}
            label={t.relations.to}
            places={places}
            at={relation.destination}
            field={relation.destinationKey}
            fits={readingOf(draft, relation.origin, relation.originKey)}
            onPut={(destination, destinationKey) => put(at, { destination, destinationKey })}
          />
          <label class="field">
            <span>{t.relations.howMany}</span>
            <select
              class="input small"
              value={relation.isOneToOne ? 'one' : 'many'}
              onChange={(event) => put(at, { isOneToOne: event.currentTarget.value === 'one' })}
            >
              <option value="many">{t.relations.isOneToMany}</option>
              <option value="one">{t.relations.isOneToOne}</option>
            </select>
          </label>
          <IconButton
            icon="trash"
            name={t.relations.remove}
            onClick={() => changeForm({ relations: relations.toSpliced(at, 1) })}
          />
        </fieldset>
      ))}
      <div>
        <Button small icon="plus" disabled={places.length < 2} onClick={add}>
          {t.relations.add}
        </Button>
      </div>
    </section>
  );
}

const readingOf = (draft: Form, at: number, name: string): string | undefined => {
  const column = layers.value[at]?.columns.find((one) => one.name === name);
  const reading = draft.layers[at]?.columns[name]?.reading ?? column?.readings[0]?.reading;
  return reading?.startsWith('Date') ? 'Date' : reading;
};

/** The first pair of fields of one kind, of the same name where there is one. */
function matching(draft: Form, origin: number, destination: number): readonly [string, string] {
  const [from, to] = [layers.value[origin]!.columns, layers.value[destination]!.columns];
  const pairs = from.flatMap(({ name }) =>
    to
      .filter((other) => canMeet(readingOf(draft, origin, name), readingOf(draft, destination, other.name)))
      .map((other) => [name, other.name] as const),
  );
  return pairs.find(([a, b]) => a.toLowerCase() === b.toLowerCase()) ?? pairs[0] ?? [from[0]!.name, to[0]!.name];
}

function Side(props: {
  draft: Form;
  label: string;
  places: readonly number[];
  at: number;
  field: string;
  /** Only fields of this kind are offered. */
  fits?: string | undefined;
  onPut: (at: number, field: string) => void;
}) {
  const { draft, label, places, at, field, fits, onPut } = props;
  const fieldsOf = (index: number) =>
    (layers.value[index]?.columns ?? []).filter(
      ({ name }) =>
        !draft.layers[index]?.columns[name]?.isLeftOut &&
        (fits === undefined || canMeet(fits, readingOf(draft, index, name))),
    );
  return (
    <div class="stack near">
      <label class="field">
        <span>{label}</span>
        <select
          class="input small"
          value={String(at)}
          onChange={(event) => {
            const index = Number(event.currentTarget.value);
            onPut(index, fieldsOf(index)[0]?.name ?? '');
          }}
        >
          {places.map((index) => (
            <option key={index} value={String(index)}>
              {draft.layers[index]?.name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t.relations.key}</span>
        <select class="input small" value={field} onChange={(event) => onPut(at, event.currentTarget.value)}>
          {fieldsOf(at).map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
