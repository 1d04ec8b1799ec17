import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../connection/call.ts';
import { ErrorState } from '../parts/notice.tsx';
import { route } from '../state/route.ts';
import { text } from '../text/text.ts';
import { type PageRow, rowOf } from './pages.ts';

const loaded = new Map<PageRow, ComponentType>();

export function LazyPage({ name }: { name: string }) {
  const row = rowOf(name);
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string>();
  const [, setArrived] = useState<PageRow>();
  useEffect(() => {
    let isGone = false;
    setProblem(undefined);
    if (row?.address) location.replace(row.address(route.value));
    if (!row?.load || loaded.has(row)) return;
    row.load().then(
      (Page) => {
        loaded.set(row, Page);
        if (!isGone) setArrived(row);
      },
      (error) => !isGone && setProblem(messageOf(error)),
    );
    return () => {
      isGone = true;
    };
  }, [row, attempt]);
  const Page = row && loaded.get(row);
  if (Page) return <Page />;
  return (
    <main class="page" id="main" tabIndex={-1}>
      {!row && <ErrorState title={text.pages.unknown} message={text.pages.unknownDetail(name)} />}
      {problem && <ErrorState title={text.pages.failed} message={problem} onRetry={() => setAttempt(attempt + 1)} />}
      {row && !problem && <div class="shimmer" data-on="" />}
    </main>
  );
}
