import type { ComponentChildren } from 'preact';
import { changes } from '../connection/portal-call.ts';
import { ErrorState } from '../parts/notice.tsx';
import { type Reading, useRead } from '../parts/use-read.ts';
import { portalText as t } from './text/portal-text.ts';

/** Shows a placeholder while loading, the problem on failure, `none` for an empty list, and otherwise the content. */
export function LoadedPart<T>(props: {
  loaded: Reading<T>;
  none?: ComponentChildren;
  children: (value: T) => ComponentChildren;
}) {
  const { value, problem, retry } = props.loaded;
  const isNone = props.none !== undefined && Array.isArray(value) && value.length === 0;
  return (
    <>
      {problem && <ErrorState title={t.readFailed} message={problem} onRetry={retry} />}
      {value !== undefined && (isNone ? props.none : props.children(value))}
      {value === undefined && !problem && (
        <div class="portal-waiting" role="status" aria-label={t.loading}>
          <div class="skeleton" />
          <div class="skeleton" />
        </div>
      )}
    </>
  );
}

/**
 * Load data of the portal with `useRead`. It is loaded again when `step` changes and after every change by this page.
 */
export function useLoaded<T>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
  { step, everyMs }: { step?: number | string; everyMs?: number } = {},
): Reading<T> {
  return useRead(key, ask, { again: [changes.value, step], everyMs });
}
