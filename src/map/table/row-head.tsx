// biome-ignore-all lint/a11y/useSemanticElements: rows that are laid out only while in sight are no table of HTML
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in the columns have the focus

import { Icon } from '../../parts/icon.tsx';
import { type Field, fieldTitle, isDate, isNumeric, isText } from '../../state/rows.ts';
import type { Sort } from '../../state/tasks.ts';
import { mapText } from '../text/maps-text.ts';
import { nextOrder } from './row-order.ts';

const texts = mapText.dock;
const minPx = 48;
const maxPx = 900;
const stepPx = 20;

interface HeadProps {
  fields: readonly Field[];
  /** Chosen widths in pixels by field name. */
  chosen: ReadonlyMap<string, number>;
  style: string;
  sort: readonly Sort[];
  onSort: (sort: readonly Sort[]) => void;
  /** Receives a width in pixels, or undefined for the default. */
  onWidth: (field: string, px: number | undefined) => void;
}

/** Column heads. A click sorts, a Shift-click sorts by a further column, and dragging the edge resizes. */
export function RowHead({ fields, chosen, style, sort, onSort, onWidth }: HeadProps) {
  const resize = (field: Field, px: number) => onWidth(field.Name, Math.max(minPx, Math.min(maxPx, Math.round(px))));
  return (
    <div class="row-head" role="row" aria-rowindex={1} style={style}>
      {fields.map((field) => {
        const sortIndex = sort.findIndex((entry) => entry.field === field.Name);
        const isDown = sort[sortIndex]?.isDown;
        return (
          <div
            key={field.Name}
            role="columnheader"
            aria-sort={sortIndex < 0 ? 'none' : isDown ? 'descending' : 'ascending'}
            data-number={isNumeric(field) ? '' : undefined}
          >
            <button
              type="button"
              title={`${field.Name} · ${texts.sort(fieldTitle(field))}`}
              onClick={(event) => onSort(nextOrder(sort, field.Name, event.shiftKey))}
              onKeyDown={(event) => {
                const step = { ArrowLeft: -stepPx, ArrowRight: stepPx }[event.key];
                if (!step || !event.altKey) return;
                event.preventDefault();
                resize(field, (chosen.get(field.Name) ?? columnPx(field)) + step);
              }}
            >
              <span class="one-line">{fieldTitle(field)}</span>
              {sortIndex >= 0 && <Icon name={isDown ? 'chevron-down' : 'chevron-up'} size={13} />}
              {sortIndex >= 0 && sort.length > 1 && <small>{sortIndex + 1}</small>}
            </button>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: Alt and an arrow key on the button do the same */}
            <i
              class="column-edge"
              onPointerDown={(event) => drag(event, (px) => resize(field, px))}
              onDblClick={() => onWidth(field.Name, undefined)}
            />
          </div>
        );
      })}
    </div>
  );
}

function drag(event: PointerEvent & { currentTarget: HTMLElement }, resize: (px: number) => void): void {
  const edge = event.currentTarget;
  const [fromX, fromPx] = [event.clientX, edge.parentElement!.offsetWidth];
  event.preventDefault();
  edge.setPointerCapture(event.pointerId);
  const move = (moved: PointerEvent) => resize(fromPx + moved.clientX - fromX);
  edge.addEventListener('pointermove', move);
  edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), { once: true });
}

/** Return the initial width of a column in pixels, for its head and typical values. */
export function columnPx(field: Field): number {
  const needed = isNumeric(field) || field.Type === 'gisFieldTypeOID' ? 92 : isDate(field) ? 198 : 150;
  const long = isText(field) && (field.Length === 0 || field.Length > 30) ? 210 : needed;
  return Math.max(long, Math.min(240, fieldTitle(field).length * 7.4 + 36));
}
