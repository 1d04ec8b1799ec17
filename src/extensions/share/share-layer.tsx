import { Check } from '../../parts/form/check.tsx';
import { fieldTitle } from '../../state/rows.ts';
import { formatCount } from '../../text/format.ts';
import { shareText as t } from './share-text.ts';
import type { ShareableLayer } from './shareable-layers.ts';

interface Props {
  layer: ShareableLayer;
  /** Names of fields that stay at home; undefined when the whole layer does. */
  leftOut: ReadonlySet<string> | undefined;
  onChange: (leftOut: ReadonlySet<string> | undefined) => void;
}

/** Whether a layer goes along, and which of its fields. */
export function ShareLayer({ layer, leftOut, onChange }: Props) {
  const { title, fields, needed, isRaster, isVisible, rowCount } = layer;
  const isShared = ({ Name }: { readonly Name: string }) => needed.includes(Name) || !leftOut?.has(Name);
  const facts = isRaster ? t.raster : t.rows(formatCount(rowCount));
  return (
    <div class="share-layer">
      <Check on={leftOut !== undefined} onChange={(on) => onChange(on ? new Set() : undefined)}>
        <span>
          {title}
          <small>{isVisible ? facts : `${facts}, ${t.hidden}`}</small>
        </span>
      </Check>
      {leftOut && fields.length > 0 && (
        <details>
          <summary>{t.fields(formatCount(fields.filter(isShared).length), formatCount(fields.length))}</summary>
          <fieldset aria-label={t.fieldsOf(title)}>
            {fields.map((field) => (
              <Check
                key={field.Name}
                on={isShared(field)}
                disabled={needed.includes(field.Name)}
                onChange={(on) => {
                  const next = new Set(leftOut);
                  if (on) next.delete(field.Name);
                  else next.add(field.Name);
                  onChange(next);
                }}
              >
                <span>
                  {fieldTitle(field)}
                  {needed.includes(field.Name) && <small>{t.needed}</small>}
                </span>
              </Check>
            ))}
          </fieldset>
        </details>
      )}
    </div>
  );
}
