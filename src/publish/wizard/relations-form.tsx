import { Button, IconButton } from '../../parts/button.tsx';
import { SelectField } from '../../parts/form/select.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import type { Decided, DecidedRelation } from '../import/decided.ts';
import { canMeet, resolveReading } from '../job/decide.ts';
import { publishText as t } from '../text/publish-text.ts';
import { changeForm, layers } from './draft.ts';

export function RelationsForm({ draft }: { draft: Decided }) {
  const { relations } = draft;
  const put = (index: number, change: Partial<DecidedRelation>) =>
    changeForm({ relations: relations.with(index, { ...relations[index]!, ...change }) });
  const places = layers.value.flatMap((layer, index) =>
    layer.geometry === 'raster' || draft.layers[index]!.isLeftOut || layer.columns.length === 0 ? [] : [index],
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
      {relations.map((relation, index) => (
        <fieldset key={index} class="relation">
          <legend>{t.relations.of(index + 1)}</legend>
          <TextField isSmall label={t.relations.name} value={relation.name} onInput={(name) => put(index, { name })} />
          <Side
            draft={draft}
            label={t.relations.from}
            places={places}
            layerIndex={relation.origin}
            field={relation.originKey}
            onPut={(origin, originKey) => put(index, { origin, originKey })}
          />
          <Side
            draft={draft}
            label={t.relations.to}
            places={places}
            layerIndex={relation.destination}
            field={relation.destinationKey}
            fits={columnReading(draft, relation.origin, relation.originKey)}
            onPut={(destination, destinationKey) => put(index, { destination, destinationKey })}
          />
          <SelectField
            class="small"
            label={t.relations.howMany}
            value={relation.isOneToOne ? 'one' : 'many'}
            choices={[
              ['many', t.relations.isOneToMany],
              ['one', t.relations.isOneToOne],
            ]}
            onChange={(cardinality) => put(index, { isOneToOne: cardinality === 'one' })}
          />
          <IconButton
            icon="trash"
            name={t.relations.remove}
            onClick={() => changeForm({ relations: relations.toSpliced(index, 1) })}
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

const columnReading = (draft: Decided, index: number, name: string): string | undefined => {
  const reading = resolveReading(draft, layers.value, index, name);
  return reading?.startsWith('Date') ? 'Date' : reading;
};

/** Choose the first pair of fields with the same kind of values, preferably with the same name. */
function matching(draft: Decided, origin: number, destination: number): readonly [string, string] {
  const [from, to] = [layers.value[origin]!.columns, layers.value[destination]!.columns];
  const pairs = from.flatMap(({ name }) =>
    to
      .filter((other) => canMeet(columnReading(draft, origin, name), columnReading(draft, destination, other.name)))
      .map((other) => [name, other.name] as const),
  );
  return pairs.find(([a, b]) => a.toLowerCase() === b.toLowerCase()) ?? pairs[0] ?? [from[0]!.name, to[0]!.name];
}

function Side(props: {
  draft: Decided;
  label: string;
  places: readonly number[];
  layerIndex: number;
  field: string;
  /** Offer only fields of this kind. */
  fits?: string | undefined;
  onPut: (at: number, field: string) => void;
}) {
  const { draft, label, places, layerIndex, field, fits, onPut } = props;
  const listFields = (index: number) =>
    (layers.value[index]?.columns ?? []).filter(
      ({ name }) =>
        !draft.layers[index]?.columns[name]?.isLeftOut &&
        (fits === undefined || canMeet(fits, columnReading(draft, index, name))),
    );
  return (
    <div class="stack near">
      <SelectField
        class="small"
        label={label}
        value={layerIndex}
        choices={places.map((index) => [index, draft.layers[index]?.name ?? ''])}
        onChange={(index) => onPut(index, listFields(index)[0]?.name ?? '')}
      />
      <SelectField
        class="small"
        label={t.relations.key}
        value={field}
        choices={listFields(layerIndex).map(({ name }) => [name, name])}
        onChange={(name) => onPut(layerIndex, name)}
      />
    </div>
  );
}
