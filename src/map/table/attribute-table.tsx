import { useMemo, useRef, useState } from 'preact/hooks';
import { formatError, ServiceFault } from '../../connection/call.ts';
import { Button } from '../../parts/button.tsx';
import { listAdded } from '../../parts/extension.ts';
import { Icon } from '../../parts/icon.tsx';
import { ErrorState } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { extentToEnvelope } from '../../state/references.ts';
import { clearSelection, selected, shownReference } from '../../state/requested.ts';
import { rowIds, type TableSubject } from '../../state/rows.ts';
import { sqlName } from '../../state/sql.ts';
import { changeDock, type Dock, type Sort } from '../../state/tasks.ts';
import { showToast } from '../../state/toasts.ts';
import { view } from '../../state/view.ts';
import { formatCount } from '../../text/format.ts';
import { selectRows } from '../query/query-result.ts';
import { filterOfLayer } from '../state/filter-layer.ts';
import { mapText } from '../text/maps-text.ts';
import { LayerFilterChip, QueryChip } from './dock-chips.tsx';
import { rowsLeft } from './quick-filter.ts';
import { type ActiveCell, RowActions } from './row-actions.tsx';
import { RowGrid } from './row-grid.tsx';

const texts = mapText.dock;
const debounceMs = 200;

/** State that the user sets in the table itself. */
interface TableState {
  readonly typed: string;
  readonly sort: readonly Sort[];
  readonly inView: boolean;
}

/** Object IDs of the rows, and the query and state they belong to. */
interface Listed extends TableState {
  readonly question: string;
  readonly ids: readonly number[];
}

/** Table of all rows, which the server sorts and filters. Rows are read when they scroll into view. */
export function AttributeTable({ subject, requested }: { subject: TableSubject; requested: Dock }) {
  const { typed = '', sort = [] } = requested;
  const [inView, setInView] = useState(false);
  const [onlySelected, setOnlySelected] = useState(false);
  const isFirst = useRef(true);
  const shownBefore = useRef<Listed | undefined>(undefined);
  const restored = useRef(false);
  const [active, setActive] = useState<ActiveCell>();
  const chosen = selected.value.get(subject.id) ?? [];
  const makeQuery = (state: TableState) => {
    const rowQuery = rowsLeft(subject, { ...requested, typed: state.typed });
    const shown = state.inView ? view.value : undefined;
    const area = shown
      ? { shape: extentToEnvelope(shown.extent, shownReference.value), relation: 'gisSpatialRelIntersects' as const }
      : rowQuery.area;
    const orderBy = state.sort.map(({ field, isDown }) => `${sqlName(field)} ${isDown ? 'DESC' : 'ASC'}`).join(', ');
    const rows = { where: rowQuery.where, area };
    return { rows, orderBy, text: JSON.stringify([rows, orderBy, filterOfLayer(subject.id)]) };
  };
  const state: TableState = { typed, sort, inView };
  const { rows, orderBy, text: question } = makeQuery(state);

  const { value: listed, problem } = useRead(
    String(subject.id),
    async (signal) => {
      const [before, isRestored] = [shownBefore.current, restored.current];
      restored.current = false;
      if (isRestored && before?.question === question) return before;
      try {
        return { ...state, question, ids: await rowIds(subject.id, rows, orderBy, signal) };
      } catch (error) {
        // If a sort or filter would read too much of a remote file, leave the table unchanged.
        const isTooMuch = error instanceof ServiceFault && error.detail.reason === 'too-much';
        if (!isTooMuch || !before || before.question === question || makeQuery(before).text !== before.question)
          throw error;
        showToast({ kind: 'error', message: formatError(error) });
        restored.current = true;
        setInView(before.inView);
        changeDock({ typed: before.typed, sort: before.sort });
        return before;
      }
    },
    { again: [question], delayMs: isFirst.current ? 0 : debounceMs },
  );
  isFirst.current = listed === undefined;
  shownBefore.current = listed;
  const ids = useMemo(() => {
    if (!onlySelected || !listed) return listed?.ids;
    const remaining = new Set(chosen);
    return listed.ids.filter((id) => remaining.has(id));
  }, [listed, onlySelected, onlySelected && chosen]);
  // Rows of another query must not be shown, selected or exported as results of this one.
  const isAnswered = listed?.question === question && problem === undefined;
  const isReady = isAnswered && ids !== undefined && ids.length > 0;
  return (
    <>
      <div class="dock-tools">
        <label class="dock-filter">
          <Icon name="filter" size={15} />
          <input
            type="search"
            class="bare-input"
            placeholder={texts.filter}
            aria-label={texts.filter}
            value={typed}
            onInput={(event) => changeDock({ typed: event.currentTarget.value })}
          />
        </label>
        {subject.isLayer && (
          <button type="button" class="chip" aria-pressed={inView} onClick={() => setInView(!inView)}>
            {texts.inView}
          </button>
        )}
        {subject.isLayer && (chosen.length > 0 || onlySelected) && (
          <button type="button" class="chip" aria-pressed={onlySelected} onClick={() => setOnlySelected(!onlySelected)}>
            {texts.onlySelected} ({formatCount(chosen.length)})
          </button>
        )}
        <QueryChip requested={requested} />
        <LayerFilterChip tableId={subject.id} />
        <span class="soft" role="status">
          {isAnswered && ids ? texts.rows(formatCount(ids.length), ids.length === 1) : problem ? '' : texts.counting}
        </span>
        <span class="spacer" />
        <RowActions subject={subject} requested={requested} active={isReady ? active : undefined} />
        {subject.isLayer && chosen.length > 0 ? (
          <Button kind="quiet" small onClick={clearSelection}>
            {mapText.results.clearSelection}
          </Button>
        ) : (
          subject.isLayer && (
            <Button kind="quiet" small disabled={!isReady} onClick={() => ids && selectRows(subject, ids)}>
              {texts.select}
            </Button>
          )
        )}
        {listAdded('rowActions').map(({ label, icon, run }) => (
          <Button
            key={label()}
            kind="quiet"
            small
            icon={icon}
            disabled={!isReady}
            onClick={() => ids && run(subject.id, ids)}
          >
            {label()}
          </Button>
        ))}
      </div>
      {problem ? (
        <ErrorState title={texts.failed} message={problem} />
      ) : (
        <RowGrid
          subject={subject}
          ids={ids}
          sort={sort}
          onSort={(next) => changeDock({ sort: next })}
          onActive={setActive}
          note={isAnswered && ids?.length === 0 ? texts.none : undefined}
        />
      )}
    </>
  );
}
