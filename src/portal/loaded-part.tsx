import type { ComponentChildren } from 'preact';
import { ErrorState } from '../parts/notice.tsx';
import type { Reading } from '../parts/use-read.ts';
import { portalText as t } from './text/portal-text.ts';

/** What was asked: bars while it is on its way, the reason when it failed, `none` for an empty list, else the answer. */
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
