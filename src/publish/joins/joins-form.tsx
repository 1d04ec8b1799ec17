import { Check } from '../../parts/form/check.tsx';
import { formatCount } from '../../text/format.ts';
import { changeForm, joins, layers } from '../wizard/draft.ts';
import type { Form } from '../wizard/form.ts';
import { joinsText as t } from './joins-text.ts';

/** Tables whose values can be added to the features of a layer; a person decides. */
export function JoinsForm({ draft }: { draft: Form }) {
  const offered = joins.value.filter(({ layer }) => !draft.layers[layer]?.isLeftOut);
  if (offered.length === 0) return null;
  return (
    <section class="card" aria-labelledby="joins-title">
      <h2 id="joins-title">{t.title}</h2>
      <p class="soft">{t.detail}</p>
      {offered.map((join) => {
        const { layer, table, layerKey, tableKey, matched, featureCount, unused } = join;
        const isOn = draft.joins.some((one) => one.layer === layer && one.table === table);
        const put = (on: boolean) => {
          const others = draft.joins.filter((one) => one.layer !== layer || one.table !== table);
          changeForm({
            joins: on ? [...others, { layer, layerKey, table, tableKey }] : others,
            // In the layer its values are enough; who wants the table as well takes it in again.
            layers: draft.layers.with(table, {
              ...draft.layers[table]!,
              isLeftOut: on || others.some((one) => one.table === table),
            }),
          });
        };
        return (
          <Check key={`${layer} ${table}`} on={isOn} onChange={put}>
            <span class="join-offer">
              {t.offer(layers.value[table]!.name, layers.value[layer]!.name, `${layerKey} = ${tableKey}`)}
              <small>
                {t.matched(formatCount(matched), formatCount(featureCount))}
                {unused > 0 && ` ${t.unused(formatCount(unused), unused === 1)}`}
              </small>
            </span>
          </Check>
        );
      })}
    </section>
  );
}
