import './attachments.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ErrorState } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { route } from '../../state/route.ts';
import type { Part } from '../manage/parts-of.ts';
import type { Managed } from '../managed-services.ts';
import { readAttachments } from './attachments.ts';
import { attachmentsText as t } from './attachments-text.ts';
import type { FoundRow } from './find-rows.ts';
import { RowFiles } from './row-files.tsx';
import { RowList } from './row-list.tsx';

export function AttachmentsSection({ managed, part }: { managed: Managed; part: Part }) {
  const table = part.of.table ?? '';
  // Read again when the service has a new version, while the old list stays in sight.
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
  // A link from a feature on the map leads to its files.
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
