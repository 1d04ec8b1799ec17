import type { ComponentChildren } from 'preact';
import { ErrorState } from '../parts/notice.tsx';
import { portalText as t } from './text/portal-text.ts';
import type { Asked } from './use-asked.ts';

/** What was asked: bars while it is on its way, the reason when it failed, else the answer. */
export function AskedPart<T>({ asked, children }: { asked: Asked<T>; children: (value: T) => ComponentChildren }) {
  return (
    <>
      {asked.problem && <ErrorState title={t.readFailed} message={asked.problem} onRetry={asked.again} />}
      {asked.value !== undefined && children(asked.value)}
      {asked.value === undefined && !asked.problem && (
        <div class="portal-waiting" role="status" aria-label={t.loading}>
          <div class="skeleton" />
          <div class="skeleton" />
        </div>
      )}
    </>
  );
}
