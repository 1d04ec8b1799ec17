import type { ComponentChildren } from 'preact';
import { ErrorState } from '../parts/notice.tsx';
import { portalText as t } from './text/portal-text.ts';
import type { Loaded } from './use-loaded.ts';

/** What was asked: bars while it is on its way, the reason when it failed, else the answer. */
export function LoadedPart<T>({ loaded, children }: { loaded: Loaded<T>; children: (value: T) => ComponentChildren }) {
  return (
    <>
      {loaded.problem && <ErrorState title={t.readFailed} message={loaded.problem} onRetry={loaded.reload} />}
      {loaded.value !== undefined && children(loaded.value)}
      {loaded.value === undefined && !loaded.problem && (
        <div class="portal-waiting" role="status" aria-label={t.loading}>
          <div class="skeleton" />
          <div class="skeleton" />
        </div>
      )}
    </>
  );
}
