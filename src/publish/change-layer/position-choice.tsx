import { changeForm, layers } from '../wizard/draft.ts';
import type { Form } from '../wizard/form.ts';
import { changeLayerText as t } from './change-layer-text.ts';
import type { Target } from './target.ts';

/** Where new layers go in a service, and which numbers change by it. */
export function PositionChoice({ target, draft }: { target: Target; draft: Form }) {
  const count = layers.value.filter(({ geometry }, i) => geometry !== 'none' && !draft.layers[i]!.isLeftOut).length;
  const { position, tableNames } = target;
  const detail = {
    top: t.topDetail(count),
    bottom: [t.bottomDetail, ...(tableNames.length > 0 ? [t.tablesMove(tableNames.join(', '), count)] : [])].join(' '),
  };
  if (count === 0) return null;
  return (
    <section class="card" aria-labelledby="position-title">
      <h2 id="position-title">{t.position}</h2>
      <fieldset class="stack" aria-labelledby="position-title">
        {(['bottom', 'top'] as const).map((one) => (
          <label key={one} class="choice">
            <input
              type="radio"
              name="layer-position"
              checked={position === one}
              onChange={() => changeForm({ target: { ...target, position: one } })}
            />
            <span>
              {t[one]}
              <small>{detail[one]}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </section>
  );
}
