// biome-ignore-all lint/a11y/useSemanticElements: rows that are laid out only while in sight are no table of HTML
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../call.ts';
import { fittingShape } from '../../state/fitting-shape.ts';
import { goToShapes } from '../../state/go-to-shape.ts';
import { select, selected } from '../../state/requested.ts';
import { type Field, fieldTitle, isDate, isNumeric, isText, plainValue, type TableSubject } from '../../state/rows.ts';
import { fieldsInRow } from '../../state/subtypes.ts';
import { showToast } from '../../state/toasts.ts';
import { mapText } from '../../text/map-text.ts';
import { valueWords } from '../../text/value-words.ts';
import { Icon } from '../icon.tsx';
import { rowPages } from './row-pages.ts';

export interface Sort {
  readonly field: string;
  readonly isDown: boolean;
}

const words = mapText.dock;
const rowPx = 30;
const spareRows = 8;
/** Browsers lay nothing out beyond some ten million pixels; longer tables are scrolled in proportion. */
const tallestPx = 8_000_000;

interface Props {
  subject: TableSubject;
  /** Undefined while they are asked for the first time. */
  ids: readonly number[] | undefined;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}

/** The rows themselves: only those in sight are in the page. */
export function RowGrid({ subject, ids = [], sort, onSort }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [heightPx, setHeightPx] = useState(300);
  const [active, setActive] = useState(0);
  const pages = useMemo(() => rowPages(subject, ids), [subject.id, ids]);
  useEffect(() => () => pages.close(), [pages]);
  useEffect(() => {
    const element = host.current!;
    const measure = new ResizeObserver(() => setHeightPx(element.clientHeight));
    measure.observe(element);
    return () => measure.disconnect();
  }, []);
  useEffect(() => {
    setActive(0);
    host.current?.scrollTo({ top: 0 });
  }, [ids]);

  pages.arrived.value;
  const wholePx = ids.length * rowPx;
  const tallPx = Math.min(wholePx, tallestPx);
  const bodyPx = heightPx - rowPx;
  /** How far the rows are moved for a distance that is scrolled. */
  const ratio = tallPx > bodyPx ? Math.max(1, (wholePx - bodyPx) / (tallPx - bodyPx)) : 1;
  const topPx = scrollTop * ratio;
  const first = Math.max(0, Math.floor(topPx / rowPx) - spareRows);
  const last = Math.min(ids.length - 1, Math.ceil((topPx + bodyPx) / rowPx) + spareRows);
  useEffect(() => {
    if (last >= first && ids.length > 0) pages.want(first, last);
  }, [pages, first, last]);

  const chosen = useMemo(() => new Set(selected.value.get(subject.id)), [selected.value, subject.id]);
  const toggle = (index: number) => {
    const id = ids[index];
    if (id === undefined || !subject.isLayer) return;
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    select(subject.id, [...next]);
  };
  const walkTo = (index: number) => {
    const next = Math.max(0, Math.min(ids.length - 1, index));
    setActive(next);
    const element = host.current!;
    const [from, to] = [next * rowPx, (next + 1) * rowPx];
    const [seenFrom, seenTo] = [element.scrollTop * ratio, element.scrollTop * ratio + bodyPx];
    if (from < seenFrom) element.scrollTop = from / ratio;
    else if (to > seenTo) element.scrollTop = (to - bodyPx) / ratio;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== host.current) return;
    const page = Math.max(1, Math.floor(bodyPx / rowPx) - 1);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[
      event.key
    ];
    if (step !== undefined) walkTo(active + step);
    else if (event.key === 'Enter') void goToRow(subject, ids[active]);
    else if (event.key === ' ') toggle(active);
    else return;
    event.preventDefault();
  };
  const fields = pages.fields().filter(({ Type }) => Type !== 'gisFieldTypeGeometry');
  const at = new Map(pages.fields().map((field, index) => [field.Name, index]));
  const widths = fields.map(columnPx);
  const template = `grid-template-columns:${widths.map((px) => `minmax(${px}px, ${px}fr)`).join(' ')}`;
  const leastPx = widths.reduce((sum, px) => sum + px, 0);
  return (
    <div
      class="row-grid"
      ref={host}
      style={{ '--least': `${leastPx}px` }}
      role="grid"
      tabIndex={0}
      aria-label={words.keys}
      aria-rowcount={ids.length + 1}
      aria-colcount={fields.length}
      aria-multiselectable={subject.isLayer}
      aria-activedescendant={ids.length > 0 ? `row-${active}` : undefined}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div class="row-head" role="row" aria-rowindex={1} style={template}>
        {fields.map((field) => {
          const isSorted = sort?.field === field.Name;
          return (
            <div
              key={field.Name}
              role="columnheader"
              aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : 'none'}
              data-number={isNumeric(field) ? '' : undefined}
            >
              <button
                type="button"
                title={`${field.Name} · ${words.sort(fieldTitle(field))}`}
                onClick={() => onSort(nextSort(sort, field.Name))}
              >
                <span>{fieldTitle(field)}</span>
                {isSorted && <Icon name={sort.isDown ? 'chevron-down' : 'chevron-up'} size={13} />}
              </button>
            </div>
          );
        })}
      </div>
      {pages.problem.value && <p class="row-none">{pages.problem.value}</p>}
      <div class="row-space" style={{ height: `${tallPx}px` }} role="rowgroup">
        {Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => {
          const index = first + offset;
          const values = pages.valuesOf(index);
          const id = ids[index]!;
          const shown = values ? fieldsInRow(subject.id, fields, (name) => values[at.get(name) ?? -1]) : fields;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid itself has the keys
            <div
              key={id}
              id={`row-${index}`}
              class="row"
              role="row"
              aria-rowindex={index + 2}
              aria-selected={chosen.has(id)}
              data-active={index === active ? '' : undefined}
              style={`${template};transform:translateY(${index * rowPx - topPx + scrollTop}px)`}
              onClick={(event) => {
                setActive(index);
                if (event.ctrlKey || event.metaKey) toggle(index);
                else if (event.shiftKey) select(subject.id, rangeOf(ids, active, index));
              }}
              onDblClick={() => void goToRow(subject, id)}
            >
              {shown.map((field) => {
                const value = values?.[at.get(field.Name)!];
                const isEmpty = values !== undefined && plainValue(value) === null;
                return (
                  <div key={field.Name} role="gridcell" data-number={isNumeric(field) ? '' : undefined}>
                    {values === undefined ? <i class="row-wait" /> : isEmpty ? '' : valueWords(value, field)}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Room for the title, and for what values of the type mostly need. */
function columnPx(field: Field): number {
  const needed = isNumeric(field) || field.Type === 'gisFieldTypeOID' ? 92 : isDate(field) ? 170 : 150;
  const long = isText(field) && (field.Length === 0 || field.Length > 30) ? 210 : needed;
  return Math.max(long, Math.min(240, fieldTitle(field).length * 7.4 + 36));
}

const rangeOf = (ids: readonly number[], a: number, b: number): number[] => [
  ...ids.slice(Math.min(a, b), Math.max(a, b) + 1),
];

function nextSort(now: Sort | undefined, field: string): Sort | undefined {
  if (now?.field !== field) return { field, isDown: false };
  return now.isDown ? undefined : { field, isDown: true };
}

async function goToRow(subject: TableSubject, id: number | undefined): Promise<void> {
  if (id === undefined || !subject.geometryType) return;
  try {
    goToShapes([await fittingShape(subject, id)]);
  } catch (error) {
    showToast({ kind: 'error', message: messageOf(error) });
  }
}
