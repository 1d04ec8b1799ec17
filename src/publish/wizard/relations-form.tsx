import { Button, IconButton } from '../../parts/button.tsx';
import { SelectField } from '../../parts/form/select.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import type { Decided, DecidedRelation } from '../import/decided.ts';
import { publishText as t } from '../text/publish-text.ts';
import { canMeet, chosenReading } from './decide.ts';
import { changeForm, layers } from './draft.ts';

export function RelationsForm({ draft }: { draft: Decided }) {
  const { relations } = draft;
  const put = (at: number, change: Partial<DecidedRelation>) =>
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
          <TextField isSmall label={t.relations.name} value={relation.name} onInput={(name) => put(at, { name })} />
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
          <SelectField
            class="small"
            label={t.relations.howMany}
            value={relation.isOneToOne ? 'one' : 'many'}
            choices={[
              ['many', t.relations.isOneToMany],
              ['one', t.relations.isOneToOne],
            ]}
            onChange={(cardinality) => put(at, { isOneToOne: cardinality === 'one' })}
          />
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

const readingOf = (draft: Decided, at: number, name: string): string | undefined => {
  const reading = chosenReading(draft, layers.value, at, name);
  return reading?.startsWith('Date') ? 'Date' : reading;
};

/** Choose the first pair of fields of one kind, preferably of the same name. */
function matching(draft: Decided, origin: number, destination: number): readonly [string, string] {
  const [from, to] = [layers.value[origin]!.columns, layers.value[destination]!.columns];
  const pairs = from.flatMap(({ name }) =>
    to
      .filter((other) => canMeet(readingOf(draft, origin, name), readingOf(draft, destination, other.name)))
      .map((other) => [name, other.name] as const),
  );
  return pairs.find(([a, b]) => a.toLowerCase() === b.toLowerCase()) ?? pairs[0] ?? [from[0]!.name, to[0]!.name];
}

function Side(props: {
  draft: Decided;
  label: string;
  places: readonly number[];
  at: number;
  field: string;
  /** Offer only fields of this kind. */
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
      <SelectField
        class="small"
        label={label}
        value={at}
        choices={places.map((index) => [index, draft.layers[index]?.name ?? ''])}
        onChange={(index) => onPut(index, fieldsOf(index)[0]?.name ?? '')}
      />
      <SelectField
        class="small"
        label={t.relations.key}
        value={field}
        choices={fieldsOf(at).map(({ name }) => [name, name])}
        onChange={(name) => onPut(at, name)}
      />
    </div>
  );
}
