// biome-ignore-all lint/a11y/useSemanticElements: rows that are laid out only while in sight are no table of HTML
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row

import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AnyValue } from '../../../sw/contract/index.ts';
import { formatError, isAbort } from '../../connection/call.ts';
import { copyText } from '../../parts/copy-field.tsx';
import { valueText } from '../../parts/value-text.ts';
import { select, selected } from '../../state/requested.ts';
import { type Field, isNumeric, plainValue, readRows, type TableSubject } from '../../state/rows.ts';
import { currentKey } from '../../state/services.ts';
import { fieldsInRow } from '../../state/subtypes.ts';
import type { Sort } from '../../state/tasks.ts';
import { rowText } from '../identify/row-result.ts';
import { mapText } from '../text/maps-text.ts';
import { type ActiveCell, goToRow, readRow } from './row-actions.tsx';
import { columnPx, RowHead } from './row-head.tsx';

const pageRows = 100;

/** Pages of rows, read when they scroll into view and cached while the order stays. */
interface RowPages {
  /** Increases with every page that arrives, which renders the rows again. */
  readonly arrived: { readonly value: number };
  readonly problem: { readonly value: string | undefined };
  /** Undefined while the row is being read. Values are in the order of `fields`. */
  getValues(index: number): readonly AnyValue[] | undefined;
  fields(): readonly Field[];
  /** Read the missing pages of a range of rows. */
  want(first: number, last: number): void;
  close(): void;
}

function rowPages(subject: TableSubject, ids: readonly number[]): RowPages {
  const arrived = signal(0);
  const problem = signal<string | undefined>(undefined);
  const pages = new Map<number, ReadonlyMap<number, readonly AnyValue[]> | 'reading'>();
  const running = new AbortController();
  let fields: readonly Field[] = subject.fields;

  const read = async (page: number) => {
    pages.set(page, 'reading');
    const names = subject.fields.map(({ Name }) => Name);
    try {
      const requested = ids.slice(page * pageRows, (page + 1) * pageRows);
      const result = await readRows(subject, requested, { fields: names }, running.signal);
      fields = result.fields;
      pages.set(page, new Map(result.rows.map(({ id, values }) => [id, values])));
      problem.value = undefined;
    } catch (error) {
      pages.delete(page);
      if (!isAbort(error)) problem.value = formatError(error);
    }
    if (!running.signal.aborted) arrived.value++;
  };

  return {
    arrived,
    problem,
    fields: () => fields,
    getValues(index) {
      const page = pages.get(Math.floor(index / pageRows));
      return page === undefined || page === 'reading' ? undefined : page.get(ids[index]!);
    },
    want(first, last) {
      for (let page = Math.floor(first / pageRows); page * pageRows <= last; page++)
        if (!pages.has(page) && page * pageRows < ids.length) void read(page);
    },
    close: () => running.abort(),
  };
}

const texts = mapText.dock;
const rowPx = 30;
const spareRows = 8;
/** Browsers lay out at most about ten million pixels; longer tables scroll in proportion. */
const maxHeightPx = 8_000_000;
/** Column widths in pixels that the user chose, by table and field. */
const storedWidths = new Map<string, ReadonlyMap<string, number>>();

interface Props {
  subject: TableSubject;
  /** Undefined while they are first read. */
  ids: readonly number[] | undefined;
  sort: readonly Sort[];
  onSort: (sort: readonly Sort[]) => void;
  /** Receives the chosen row, with its values once they are read; undefined for none. */
  onActive: (active: ActiveCell | undefined) => void;
  /** Shown in place of rows. */
  note: string | undefined;
}

const none: readonly number[] = [];
/** Return the element ID of a row or cell. */
const cellId = (row: number, column: number | undefined): string =>
  column === undefined ? `row-${row}` : `row-${row}-${column}`;
const element = (row: number, column: number) => document.getElementById(cellId(row, column));

/** Grid of the rows. Only those in view are rendered. */
export function RowGrid({ subject, ids = none, sort, onSort, onActive, note }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [heightPx, setHeightPx] = useState(300);
  const [active, setActive] = useState(0);
  const [column, setColumn] = useState<number>();
  /** False until the user chooses a row. */
  const [isChosen, setChosen] = useState(false);
  const widthsKey = `${currentKey.peek()} ${subject.id}`;
  const [chosenPx, setChosenPx] = useState<ReadonlyMap<string, number>>(() => storedWidths.get(widthsKey) ?? new Map());
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
    setChosen(false);
    host.current?.scrollTo({ top: 0 });
  }, [ids]);

  pages.arrived.value;
  const wholePx = ids.length * rowPx;
  const tallPx = Math.min(wholePx, maxHeightPx);
  const bodyPx = heightPx - rowPx;
  /** Ratio of row movement to scrolling. */
  const ratio = tallPx > bodyPx ? Math.max(1, (wholePx - bodyPx) / (tallPx - bodyPx)) : 1;
  const topPx = scrollTop * ratio;
  const first = Math.max(0, Math.floor(topPx / rowPx) - spareRows);
  const last = Math.min(ids.length - 1, Math.ceil((topPx + bodyPx) / rowPx) + spareRows);
  useEffect(() => {
    if (last >= first && ids.length > 0) pages.want(first, last);
  }, [pages, first, last]);

  const fields = pages.fields().filter(({ Type }) => Type !== 'gisFieldTypeGeometry');
  const activeValues = isChosen ? pages.getValues(active) : undefined;
  const activeId = ids[active];
  const field = column === undefined ? undefined : fields[column];
  const cell = activeValues &&
    activeId !== undefined && { id: activeId, fields: pages.fields(), values: activeValues, field };
  useEffect(() => onActive(cell || undefined), [activeId, activeValues, field]);
  useEffect(() => () => onActive(undefined), []);

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
    setChosen(true);
    const grid = host.current!;
    const [from, to] = [next * rowPx, (next + 1) * rowPx];
    const [seenFrom, seenTo] = [grid.scrollTop * ratio, grid.scrollTop * ratio + bodyPx];
    if (from < seenFrom) grid.scrollTop = from / ratio;
    else if (to > seenTo) grid.scrollTop = (to - bodyPx) / ratio;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== host.current) return;
    const page = Math.max(1, Math.floor(bodyPx / rowPx) - 1);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[
      event.key
    ];
    const aside = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined) walkTo(active + step);
    else if (aside !== undefined) {
      const next = column === undefined ? 0 : Math.max(0, Math.min(fields.length - 1, column + aside));
      setColumn(next);
      setChosen(true);
      element(active, next)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (event.key === 'Enter' && event.shiftKey && cell) void readRow(subject, cell);
    else if (event.key === 'Enter') void goToRow(subject, activeId);
    else if (event.key === ' ') toggle(active);
    else if (event.key === 'c' && (event.ctrlKey || event.metaKey) && cell && getSelection()?.isCollapsed !== false)
      void copyText(rowText(cell.fields, [cell.values]), texts.rowCopied);
    else return;
    event.preventDefault();
  };
  const fieldIndexes = new Map(pages.fields().map((field, index) => [field.Name, index]));
  const widths = fields.map((fieldInfo) => chosenPx.get(fieldInfo.Name) ?? columnPx(fieldInfo));
  const tracks = fields.map(({ Name }, index) =>
    chosenPx.has(Name) ? `${widths[index]}px` : `minmax(${widths[index]}px, ${widths[index]}fr)`,
  );
  const template = `grid-template-columns:${tracks.join(' ')}`;
  const minPx = widths.reduce((sum, px) => sum + px, 0);
  return (
    <div
      class="row-grid"
      ref={host}
      style={{ '--least': `${minPx}px` }}
      role="grid"
      tabIndex={0}
      aria-label={texts.keys}
      aria-rowcount={ids.length + 1}
      aria-colcount={fields.length}
      aria-multiselectable={subject.isLayer}
      aria-activedescendant={ids.length > 0 ? cellId(active, column) : undefined}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <RowHead
        fields={fields}
        chosen={chosenPx}
        style={template}
        sort={sort}
        onSort={onSort}
        onWidth={(name, px) => {
          const next = new Map(chosenPx);
          if (px === undefined) next.delete(name);
          else next.set(name, px);
          storedWidths.set(widthsKey, next);
          setChosenPx(next);
        }}
      />
      {(pages.problem.value ?? note) && <p class="row-none">{pages.problem.value ?? note}</p>}
      <div class="row-space" style={{ height: `${tallPx}px` }} role="rowgroup">
        {Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => {
          const index = first + offset;
          const values = pages.getValues(index);
          const id = ids[index]!;
          const shown = values
            ? fieldsInRow(subject.id, fields, (name) => values[fieldIndexes.get(name) ?? -1])
            : fields;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid itself has the keys
            <div
              key={id}
              id={`row-${index}`}
              class="table-row"
              role="row"
              aria-rowindex={index + 2}
              aria-selected={chosen.has(id)}
              data-active={index === active ? '' : undefined}
              data-chosen={index === active && isChosen ? '' : undefined}
              style={`${template};transform:translateY(${index * rowPx - topPx + scrollTop}px)`}
              onClick={(event) => {
                setActive(index);
                setChosen(true);
                const clicked = (event.target as HTMLElement).closest<HTMLElement>('[role=gridcell]');
                setColumn(clicked ? [...event.currentTarget.children].indexOf(clicked) : undefined);
                if (event.ctrlKey || event.metaKey) toggle(index);
                else if (event.shiftKey) select(subject.id, idsBetween(ids, active, index));
              }}
              onDblClick={() => void goToRow(subject, id)}
            >
              {shown.map((fieldInfo, columnAt) => {
                const value = values?.[fieldIndexes.get(fieldInfo.Name)!];
                const isEmpty = values !== undefined && plainValue(value) === null;
                return (
                  <div
                    key={fieldInfo.Name}
                    id={cellId(index, columnAt)}
                    role="gridcell"
                    class="one-line"
                    data-number={isNumeric(fieldInfo) ? '' : undefined}
                    data-active={index === active && columnAt === column && isChosen ? '' : undefined}
                  >
                    {values === undefined ? <i class="row-wait" /> : isEmpty ? '' : valueText(value, fieldInfo)}
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

const idsBetween = (ids: readonly number[], a: number, b: number): number[] => [
  ...ids.slice(Math.min(a, b), Math.max(a, b) + 1),
];
