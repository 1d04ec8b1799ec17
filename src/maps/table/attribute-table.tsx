import { useEffect, useMemo, useState } from 'preact/hooks';
import { isAbort, messageOf } from '../../connection/call.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ErrorState } from '../../parts/notice.tsx';
import { envelopeOf } from '../../state/references.ts';
import { clearSelection, selected, shownReference } from '../../state/requested.ts';
import { rowIds, type TableSubject } from '../../state/rows.ts';
import { sqlName } from '../../state/sql.ts';
import { type Dock, dock, exporting } from '../../state/tasks.ts';
import { view } from '../../state/view.ts';
import { formatCount } from '../../text/format.ts';
import { selectFound } from '../query/query-result.ts';
import { mapText } from '../text/maps-text.ts';
import { QueryChip } from './dock-chips.tsx';
import { rowsLeft } from './quick-filter.ts';
import { type ActiveCell, RowActions } from './row-actions.tsx';
import { RowGrid } from './row-grid.tsx';

const words = mapText.dock;
const patienceMs = 200;

/** The rows that were found, for the question that they answer. */
interface Listed {
  readonly question: string;
  readonly ids: readonly number[];
}

/** All rows of a table: sorted and filtered by the server, read as they come into sight. */
export function AttributeTable({ subject, wanted }: { subject: TableSubject; wanted: Dock }) {
  const { typed = '', sort = [] } = wanted;
  const [inView, setInView] = useState(false);
  const [onlySelected, setOnlySelected] = useState(false);
  const [listed, setListed] = useState<Listed>();
  const [problem, setProblem] = useState<string>();
  const [active, setActive] = useState<ActiveCell>();
  const chosen = selected.value.get(subject.id) ?? [];
  const shown = inView ? view.value : undefined;
  const left = rowsLeft(subject, wanted);
  const place = shown
    ? { shape: envelopeOf(shown.extent, shownReference.value), relation: 'gisSpatialRelIntersects' as const }
    : left.place;
  const orderBy = sort.map(({ field, isDown }) => `${sqlName(field)} ${isDown ? 'DESC' : 'ASC'}`).join(', ');
  const question = JSON.stringify([left.where, place, orderBy]);

  useEffect(() => {
    const running = new AbortController();
    const timer = setTimeout(
      async () => {
        try {
          const ids = await rowIds(subject.id, { where: left.where, place }, orderBy, running.signal);
          if (running.signal.aborted) return;
          setListed({ question, ids });
          setProblem(undefined);
        } catch (error) {
          if (!isAbort(error)) setProblem(messageOf(error));
        }
      },
      listed === undefined ? 0 : patienceMs,
    );
    return () => {
      clearTimeout(timer);
      running.abort();
    };
  }, [subject.id, question]);

  const ids = useMemo(() => {
    if (!onlySelected || !listed) return listed?.ids;
    const kept = new Set(chosen);
    return listed.ids.filter((id) => kept.has(id));
  }, [listed, onlySelected, onlySelected && chosen]);
  // What was found for another question is not told, taken or saved as the answer to this one.
  const isAnswered = listed?.question === question && problem === undefined;
  const isReady = isAnswered && ids !== undefined && ids.length > 0;
  return (
    <>
      <div class="dock-tools">
        <label class="dock-filter">
          <Icon name="filter" size={15} />
          <input
            type="search"
            placeholder={words.filter}
            aria-label={words.filter}
            value={typed}
            onInput={(event) => {
              dock.value = { ...wanted, typed: event.currentTarget.value };
            }}
          />
        </label>
        {subject.isLayer && (
          <button type="button" class="chip" aria-pressed={inView} onClick={() => setInView(!inView)}>
            {words.inView}
          </button>
        )}
        {subject.isLayer && (chosen.length > 0 || onlySelected) && (
          <button type="button" class="chip" aria-pressed={onlySelected} onClick={() => setOnlySelected(!onlySelected)}>
            {words.onlySelected} ({formatCount(chosen.length)})
          </button>
        )}
        <QueryChip wanted={wanted} />
        <span class="dock-count" role="status">
          {isAnswered && ids ? words.rows(formatCount(ids.length), ids.length === 1) : problem ? '' : words.counting}
        </span>
        <span class="spacer" />
        <RowActions subject={subject} wanted={wanted} active={isReady ? active : undefined} />
        {subject.isLayer && chosen.length > 0 ? (
          <Button kind="quiet" small onClick={clearSelection}>
            {mapText.results.clearSelection}
          </Button>
        ) : (
          subject.isLayer && (
            <Button kind="quiet" small disabled={!isReady} onClick={() => ids && selectFound(subject, ids)}>
              {words.select}
            </Button>
          )
        )}
        <Button
          kind="quiet"
          small
          icon="download"
          disabled={!isReady}
          onClick={() => {
            if (ids) exporting.value = { kind: 'rows', tableId: subject.id, ids };
          }}
        >
          {words.export}
        </Button>
      </div>
      {problem ? (
        <ErrorState title={words.failed} message={problem} />
      ) : (
        <RowGrid
          subject={subject}
          ids={ids}
          sort={sort}
          onSort={(next) => {
            dock.value = { ...wanted, sort: next };
          }}
          onActive={setActive}
          note={isAnswered && ids?.length === 0 ? words.none : undefined}
        />
      )}
    </>
  );
}
