import { Button } from '../../parts/button.tsx';
import { Check } from '../../parts/form/check.tsx';
import { SelectField } from '../../parts/form/select.tsx';
import { useRead } from '../../parts/use-read.ts';
import { formatCount } from '../../text/format.ts';
import type { Decided, DecidedJoin } from '../import/decided.ts';
import type { JoinMatch } from '../import/joins.ts';
import { resolveReading } from '../job/decide.ts';
import { changeForm, changeLayer, currentPublisher, joins, layers } from '../wizard/draft.ts';
import { readingsToJoin } from './join-problems.ts';
import { joinsText as t } from './joins-text.ts';

const isSame = (a: Pair, b: Pair): boolean => a.layer === b.layer && a.table === b.table;
type Pair = Pick<DecidedJoin, 'layer' | 'table'>;

/** Tables whose values can be added to the features of a layer. The user decides, and may choose the columns. */
export function JoinsForm({ draft }: { draft: Decided }) {
  const offered = joins.value.filter(({ layer }) => !draft.layers[layer]?.isLeftOut);
  const ownJoins = draft.joins.filter((join) => !offered.some((offer) => isSame(offer, join)));
  const rest = pairs(draft).filter((pair) => ![...offered, ...ownJoins].some((join) => isSame(join, pair)));
  const [next] = rest;
  if (offered.length + ownJoins.length === 0 && !next) return null;
  const put = (pair: Pair, join: DecidedJoin | undefined) => {
    const others = draft.joins.filter((other) => !isSame(other, pair));
    changeForm({
      joins: join ? [...others, join] : others,
      // Leave out the table of a join, because its values are in the layer; the user can include it again.
      layers: draft.layers.with(pair.table, {
        ...draft.layers[pair.table]!,
        isLeftOut: join !== undefined || others.some((other) => other.table === pair.table),
      }),
    });
  };
  return (
    <section class="card" aria-labelledby="joins-title">
      <h2 id="joins-title">{t.title}</h2>
      <p class="soft">{t.detail}</p>
      {[...offered, ...ownJoins].map((offer) => {
        const { layer, table, layerKey, tableKey } = offer;
        const join = draft.joins.find((candidate) => isSame(candidate, offer));
        const possibleJoin = offered.find((candidate) => isSame(candidate, offer));
        const [layerName, tableName] = [layers.value[layer]!.name, layers.value[table]!.name];
        return (
          <div key={`${layer} ${table}`} class="stack near">
            <Check
              on={join !== undefined}
              onChange={(on) => put(offer, on ? { layer, layerKey, table, tableKey } : undefined)}
            >
              <span class="join-offer">
                {join ? t.choose(tableName, layerName) : t.offer(tableName, layerName, `${layerKey} = ${tableKey}`)}
                {!join && possibleJoin && <MatchText match={{ ...possibleJoin, repeated: 0 }} />}
              </span>
            </Check>
            {join && <JoinKeys draft={draft} join={join} onPut={(changed) => put(offer, changed)} />}
          </div>
        );
      })}
      {next && (
        <div class="row">
          {rest.map((pair) => (
            <Button key={`${pair.layer} ${pair.table}`} small icon="plus" onClick={() => put(pair, firstKeys(pair))}>
              {rest.length === 1
                ? t.other
                : `${t.other}: ${layers.value[pair.table]!.name} → ${layers.value[pair.layer]!.name}`}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}

/** The key columns of a join, and the number of matches. */
function JoinKeys(props: { draft: Decided; join: DecidedJoin; onPut: (join: DecidedJoin) => void }) {
  const { draft, join, onPut } = props;
  const { layer, layerKey, table, tableKey } = join;
  const names = (index: number) => layers.value[index]!.columns.map(({ name }) => [name, name] as const);
  const types = [
    resolveReading(draft, layers.value, layer, layerKey),
    resolveReading(draft, layers.value, table, tableKey),
  ];
  const key = [layer, layerKey, table, tableKey, ...types].join('\n');
  const ways = readingsToJoin(draft, layers.value, join);
  const readAs = ({ at, column, reading }: NonNullable<typeof ways>[number]) => {
    const { columns } = draft.layers[at]!;
    changeLayer(at, { columns: { ...columns, [column]: { ...columns[column], reading } } });
  };
  const { value } = useRead(key, async () => ({ match: await currentPublisher().match(join, draft.layers) }));
  return (
    <div class="stack near join-keys">
      <div class="columns">
        <SelectField
          class="small"
          label={t.layerKey(layers.value[layer]!.name)}
          value={layerKey}
          choices={names(layer)}
          onChange={(name) => onPut({ ...join, layerKey: name })}
        />
        <SelectField
          class="small"
          label={t.tableKey(layers.value[table]!.name)}
          value={tableKey}
          choices={names(table)}
          onChange={(name) => onPut({ ...join, tableKey: name })}
        />
      </div>
      <p role="status">
        {ways ? <small class="problem">{t.unlike}</small> : value?.match && <MatchText match={value.match} />}
      </p>
      {ways && ways.length > 0 && (
        <div class="row">
          {ways.map((way) => (
            <Button key={way.at} small onClick={() => readAs(way)}>
              {t.readAs(way.column, layers.value[way.at]!.name, way.reading === 'String')}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function MatchText({ match }: { match: JoinMatch }) {
  const { matched, featureCount, unused, repeated } = match;
  return (
    <small>
      {t.matched(formatCount(matched), formatCount(featureCount))}
      {unused > 0 && ` ${t.unused(formatCount(unused), unused === 1)}`}
      {repeated > 0 && ` ${t.repeated(formatCount(repeated), repeated === 1)}`}
    </small>
  );
}

/** Maximum number of pairs to offer; further pairs are left out. */
const maxPairs = 6;

/** List the published layers, each with the tables that can be joined to it. */
function pairs(draft: Decided): Pair[] {
  const all = layers.value.flatMap(({ geometry, columns }, layer) =>
    geometry === 'none' || geometry === 'raster' || columns.length === 0 || draft.layers[layer]!.isLeftOut
      ? []
      : layers.value.flatMap((otherLayer, table) =>
          otherLayer.geometry === 'none' && otherLayer.columns.length > 1 ? [{ layer, table }] : [],
        ),
  );
  return all.slice(0, maxPairs);
}

/** Choose key columns with the same name, else the first column of each. */
function firstKeys({ layer, table }: Pair): DecidedJoin {
  const [layerColumns, others] = [layers.value[layer]!.columns, layers.value[table]!.columns];
  const same = layerColumns.find(({ name }) =>
    others.some((column) => column.name.toLowerCase() === name.toLowerCase()),
  );
  const tableKey = others.find(({ name }) => name.toLowerCase() === same?.name.toLowerCase()) ?? others[0]!;
  return { layer, layerKey: (same ?? layerColumns[0]!).name, table, tableKey: tableKey.name };
}
