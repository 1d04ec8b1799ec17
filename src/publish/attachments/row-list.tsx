import { useEffect, useRef, useState } from 'preact/hooks';
import { Check } from '../../parts/form/check.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { ErrorState } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { formatCount } from '../../text/format.ts';
import type { Part } from '../manage/parts-of.ts';
import type { Managed } from '../managed-services.ts';
import type { Attachment } from './attachments.ts';
import { attachmentsText as t } from './attachments-text.ts';
import { type FoundRow, findRows } from './find-rows.ts';

const typingMs = 200;

interface Props {
  managed: Managed;
  part: Part;
  all: readonly Attachment[];
  chosen: FoundRow | undefined;
  /** Object id of the row that is chosen at first. */
  requested: string | undefined;
  onChoose: (row: FoundRow | undefined) => void;
}

/** Rows to choose from: those with files, or those that are looked for. */
export function RowList({ managed, part, all, chosen, requested, onChoose }: Props) {
  const counts = new Map<number, number>();
  for (const { row } of all) counts.set(row, (counts.get(row) ?? 0) + 1);
  const [text, setText] = useState(requested ?? '');
  const [isOnlyWith, setOnlyWith] = useState(requested === undefined && counts.size > 0);
  // The rows with files change while they are looked at: who has just lost its last file stays until the next search.
  const [among, setAmong] = useState<readonly number[]>();
  const {
    value: found,
    problem,
    retry,
  } = useRead(`${managed.key} ${part.id}`, (signal) => findRows(managed, part, { text, among }, signal), {
    again: [part.table?.rowCount, text, among],
    delayMs: typingMs,
  });
  useEffect(() => setAmong(isOnlyWith ? [...counts.keys()] : undefined), [isOnlyWith]);
  const rows = found?.rows;
  // Chosen once: afterwards a person chooses.
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
      {found?.isMore && <p class="soft">{t.more(formatCount(found.rows.length))}</p>}
    </div>
  );
}
