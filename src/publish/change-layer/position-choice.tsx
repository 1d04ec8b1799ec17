import { useId } from 'preact/hooks';
import type { Decided, Target } from '../import/decided.ts';
import { changeForm, layers } from '../wizard/draft.ts';
import { changeLayerText as t } from './change-layer-text.ts';

/** Choice of the position for new layers in a service. */
export function PositionChoice({ target, draft }: { target: Target; draft: Decided }) {
  const count = layers.value.filter(({ geometry }, i) => geometry !== 'none' && !draft.layers[i]!.isLeftOut).length;
  if (count === 0) return null;
  return (
    <section class="card" aria-labelledby="position-title">
      <h2 id="position-title">{t.position}</h2>
      <Positions
        count={count}
        target={target}
        onChoose={(position) => changeForm({ target: { ...target, position } })}
      />
    </section>
  );
}

/** Options for the position of new layers, with the layer IDs that change. */
export function Positions(props: { count: number; target: Target; onChoose: (position: Target['position']) => void }) {
  const { count, target, onChoose } = props;
  const group = useId();
  const { position, tableNames } = target;
  const detail = {
    top: t.topDetail(count),
    bottom: [t.bottomDetail, ...(tableNames.length > 0 ? [t.tablesMove(tableNames.join(', '), count)] : [])].join(' '),
  };
  return (
    <fieldset class="stack" aria-label={t.position}>
      {(['bottom', 'top'] as const).map((choice) => (
        <label key={choice} class="choice">
          <input type="radio" name={group} checked={position === choice} onChange={() => onChoose(choice)} />
          <span>
            {t[choice]}
            <small>{detail[choice]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
