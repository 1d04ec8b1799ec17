import './attachments.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Check } from '../../parts/form/check.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { ErrorState } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { route } from '../../state/route.ts';
import { formatCount } from '../../text/format.ts';
import type { Part } from '../manage/managed-parts.ts';
import type { Managed } from '../managed-services.ts';
import { type Attachment, readAttachments } from './attachments.ts';
import { attachmentsText as t } from './attachments-text.ts';
import { type FoundRow, findRows } from './find-rows.ts';
import { RowFiles } from './row-files.tsx';

export function AttachmentsSection({ managed, part }: { managed: Managed; part: Part }) {
  const table = part.of.table ?? '';
  // Read the list again for each version of the service, and show the old list until then.
  const again = [managed.version];
  const {
    value: all,
    problem,
    retry,
  } = useRead(`${managed.key} ${table}`, () => readAttachments({ service: managed.key, table }), { again });
  const [row, setRow] = useState<FoundRow>();
  const [requested] = useState(() =>
    route.value.get('layer') === String(part.id) ? route.value.get('row') : undefined,
  );
  const element = useRef<HTMLElement>(null);
  // A link from a feature on the map scrolls to its files.
  const isRead = all !== undefined;
  useEffect(() => {
    if (requested !== undefined && isRead) element.current?.scrollIntoView();
  }, [requested, isRead]);
  return (
    <section class="card manage-section" aria-labelledby="row-files-title" ref={element}>
      <h2 id="row-files-title">{t.title}</h2>
      <p class="soft">{t.detail}</p>
      {problem && <ErrorState title={t.listFailed} message={problem} onRetry={retry} />}
      {!all && !problem && <div class="skeleton" style={{ height: '160px' }} aria-hidden="true" />}
      {all && (
        <div class="row-files">
          <RowList managed={managed} part={part} all={all} chosen={row} requested={requested} onChoose={setRow} />
          {row ? (
            <RowFiles
              key={row.id}
              of={{ service: managed.key, table }}
              row={row}
              files={all.filter((file) => file.row === row.id)}
              onChange={retry}
            />
          ) : (
            <p class="soft">{t.choose}</p>
          )}
        </div>
      )}
    </section>
  );
}

const typingMs = 200;

interface Props {
  managed: Managed;
  part: Part;
  all: readonly Attachment[];
  chosen: FoundRow | undefined;
  /** Object ID of the initially selected row. */
  requested: string | undefined;
  onChoose: (row: FoundRow | undefined) => void;
}

/** Rows with files, or search results. */
function RowList({ managed, part, all, chosen, requested, onChoose }: Props) {
  const counts = new Map<number, number>();
  for (const { row } of all) counts.set(row, (counts.get(row) ?? 0) + 1);
  const [text, setText] = useState(requested ?? '');
  const [isOnlyWith, setOnlyWith] = useState(requested === undefined && counts.size > 0);
  // Fix the list until the next search. Otherwise a row would disappear when its last file is removed.
  const [among, setAmong] = useState<readonly number[]>();
  const {
    value: matchingRows,
    problem,
    retry,
  } = useRead(`${managed.key} ${part.id}`, (signal) => findRows(managed, part, { text, among }, signal), {
    again: [part.table?.rowCount, text, among],
    delayMs: typingMs,
  });
  useEffect(() => setAmong(isOnlyWith ? [...counts.keys()] : undefined), [isOnlyWith]);
  const rows = matchingRows?.rows;
  // Select the requested row only once; later selections are the user's.
  const isTaken = useRef(requested === undefined);
  useEffect(() => {
    const first = isTaken.current ? undefined : rows?.find(({ id }) => String(id) === requested);
    if (!first) return;
    isTaken.current = true;
    onChoose(first);
  }, [rows]);
  return (
    <div class="row-choice">
      <TextField label={t.find} hint={t.findHint} value={text} onInput={setText} />
      <Check on={isOnlyWith} onChange={setOnlyWith}>
        {t.onlyWith}
      </Check>
      {problem && <ErrorState title={t.rowsFailed} message={problem} onRetry={retry} />}
      {rows && rows.length === 0 && <p class="soft">{isOnlyWith && text === '' ? t.noneWith : t.noRows}</p>}
      {rows && rows.length > 0 && (
        <ul aria-label={t.rows}>
          {rows.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                aria-pressed={row.id === chosen?.id}
                onClick={() => onChoose(row.id === chosen?.id ? undefined : row)}
              >
                <span>{row.title}</span>
                {counts.has(row.id) && (
                  <small>{t.count(formatCount(counts.get(row.id)!), counts.get(row.id) === 1)}</small>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      {matchingRows?.isMore && <p class="soft">{t.more(formatCount(matchingRows.rows.length))}</p>}
    </div>
  );
}
