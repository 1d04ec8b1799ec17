import { useEffect, useMemo, useState } from 'preact/hooks';
import { isAbort, messageOf } from '../../call.ts';
import { envelopeOf } from '../../state/references.ts';
import { clearSelection, select, selected, shownReference } from '../../state/requested.ts';
import { allOf, isNumeric, isText, rowIds, sqlText, type TableSubject } from '../../state/rows.ts';
import { dock, exporting, type RowsWanted } from '../../state/tasks.ts';
import { view } from '../../state/view.ts';
import { formatCount } from '../../text/format.ts';
import { mapText } from '../../text/map-text.ts';
import { Button, IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { ErrorState } from '../notice.tsx';
import { RowGrid, type Sort } from './row-grid.tsx';

const words = mapText.dock;
const patienceMs = 200;

/** All rows of a table: sorted and filtered by the server, read as they come into sight. */
export function AttributeTable({ subject, wanted }: { subject: TableSubject; wanted: RowsWanted }) {
  const [sort, setSort] = useState<Sort>();
  const [typed, setTyped] = useState('');
  const [inView, setInView] = useState(false);
  const [onlySelected, setOnlySelected] = useState(false);
  const [ids, setIds] = useState<readonly number[]>();
  const [problem, setProblem] = useState<string>();
  const chosen = selected.value.get(subject.id) ?? [];
  const shown = inView ? view.value : undefined;
  const where = allOf(wanted.where, quickFilter(subject, typed));
  const place = shown
    ? { shape: envelopeOf(shown.extent, shownReference.value), relation: 'gisSpatialRelIntersects' as const }
    : wanted.place;

  useEffect(() => {
    const running = new AbortController();
    const timer = setTimeout(
      async () => {
        try {
          const orderBy = sort && `${sort.field} ${sort.isDown ? 'DESC' : 'ASC'}`;
          setIds(await rowIds(subject.id, { where, place }, orderBy, running.signal));
          setProblem(undefined);
        } catch (error) {
          if (!isAbort(error)) setProblem(messageOf(error));
        }
      },
      ids === undefined ? 0 : patienceMs,
    );
    return () => {
      clearTimeout(timer);
      running.abort();
    };
  }, [subject.id, where, wanted.place, shown, sort]);

  const listed = useMemo(() => {
    if (!onlySelected || !ids) return ids;
    const kept = new Set(chosen);
    return ids.filter((id) => kept.has(id));
  }, [ids, onlySelected, onlySelected && chosen]);
  const isQuery = wanted.where !== '' || wanted.place !== undefined;
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
            onInput={(event) => setTyped(event.currentTarget.value)}
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
        {isQuery && (
          <span class="chip" data-kind="query">
            {words.query}
            <IconButton
              small
              icon="close"
              name={words.dropQuery}
              side="top"
              onClick={() => {
                dock.value = { tab: 'table', tableId: subject.id, where: '' };
              }}
            />
          </span>
        )}
        <span class="dock-count" role="status">
          {listed ? words.rows(formatCount(listed.length), listed.length === 1) : words.counting}
        </span>
        <span class="spacer" />
        {subject.isLayer && chosen.length > 0 ? (
          <Button kind="quiet" small onClick={clearSelection}>
            {mapText.hits.clearSelection}
          </Button>
        ) : (
          subject.isLayer && (
            <Button kind="quiet" small disabled={!listed?.length} onClick={() => listed && select(subject.id, listed)}>
              {words.select}
            </Button>
          )
        )}
        <Button
          kind="quiet"
          small
          icon="download"
          disabled={!listed?.length}
          onClick={() => {
            if (listed) exporting.value = { kind: 'rows', tableId: subject.id, ids: listed };
          }}
        >
          {words.export}
        </Button>
      </div>
      {problem ? (
        <ErrorState title={words.failed} message={problem} />
      ) : (
        <RowGrid subject={subject} ids={listed} sort={sort} onSort={setSort} />
      )}
    </>
  );
}

/** A condition that some text contains the words, or some number is them. */
function quickFilter({ fields }: TableSubject, typed: string): string {
  const wanted = typed.trim();
  if (wanted === '') return '';
  const pattern = wanted.toUpperCase().replaceAll(/[\\%_]/g, '\\$&');
  const escaping = pattern.includes('\\') ? " ESCAPE '\\'" : '';
  const number = /^[+-]?\d+(\.\d+)?$/.test(wanted) ? wanted : undefined;
  const conditions = fields.flatMap((field) => {
    if (isText(field)) return [`UPPER(${field.Name}) LIKE ${sqlText(`%${pattern}%`)}${escaping}`];
    if (number !== undefined && (isNumeric(field) || field.Type === 'gisFieldTypeOID'))
      return [`${field.Name} = ${number}`];
    return [];
  });
  return conditions.length > 0 ? conditions.join(' OR ') : '1 = 0';
}
