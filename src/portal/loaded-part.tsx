import type { ComponentChildren } from 'preact';
import type { IconName } from '../parts/icon.tsx';
import { EmptyState, ErrorState } from '../parts/notice.tsx';
import { portalText as t } from './text/portal-text.ts';
import type { Loaded } from './use-loaded.ts';

/** What was asked: bars while it is on its way, the reason when it failed, `none` for an empty list, else the answer. */
export function LoadedPart<T>(props: {
  loaded: Loaded<T>;
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

/** That a list has nothing yet, and how that changes. */
export const EmptyList = ({ icon, none, noneDetail }: { icon: IconName; none: string; noneDetail: string }) => (
  <EmptyState icon={icon} title={none}>
    <p>{noneDetail}</p>
  </EmptyState>
);
