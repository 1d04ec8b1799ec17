import './attachments.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../connection/call.ts';
import { ErrorState } from '../../parts/notice.tsx';
import { route } from '../../state/route.ts';
import type { Part } from '../manage/parts-of.ts';
import type { Managed } from '../managed-services.ts';
import { type Attachment, readAttachments } from './attachments.ts';
import { attachmentsText as t } from './attachments-text.ts';
import type { FoundRow } from './find-rows.ts';
import { RowFiles } from './row-files.tsx';
import { RowList } from './row-list.tsx';

export function AttachmentsSection({ managed, part }: { managed: Managed; part: Part }) {
  const table = part.of.table ?? '';
  const { all, problem, retry } = useAttachments(managed, table);
  const [row, setRow] = useState<FoundRow>();
  const [requested] = useState(() =>
    route.value.get('layer') === String(part.id) ? route.value.get('row') : undefined,
  );
  const element = useRef<HTMLElement>(null);
  // Whoever comes from a feature on the map came for its files.
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
              files={all.filter((one) => one.row === row.id)}
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

/** The files of all rows; read again when the service has a new version, while the old list stays in sight. */
function useAttachments({ key, version }: Managed, table: string) {
  const [all, setAll] = useState<readonly Attachment[]>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is read anew
  useEffect(() => {
    let isGone = false;
    readAttachments({ service: key, table }).then(
      (found) => {
        if (isGone) return;
        setAll(found);
        setProblem(undefined);
      },
      (error) => !isGone && setProblem(messageOf(error)),
    );
    return () => {
      isGone = true;
    };
  }, [key, version, table, attempt]);
  return { all, problem, retry: () => setAttempt((before) => before + 1) };
}
