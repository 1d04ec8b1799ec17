import './double.css';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../connection/call.ts';
import { Notice } from '../../parts/notice.tsx';
import { ClockRow } from './clock-row.tsx';
import { readDouble } from './double.ts';
import { RequestTable } from './request-table.tsx';
import { RuleForm } from './rule-form.tsx';
import { RuleList } from './rule-list.tsx';
import { doubleText as t } from './text/double-text.ts';

/** Requests that have come are shown after this time. */
const againMs = 2000;

/** What people test their programs with: faults on purpose, the clock, and what programs have asked. */
export function DoubleSection() {
  const [problem, setProblem] = useState<string>();
  const trying = async (act: () => Promise<unknown>) => {
    try {
      await act();
      setProblem(undefined);
      return true;
    } catch (error) {
      setProblem(messageOf(error));
      return false;
    }
  };
  useEffect(() => {
    void trying(readDouble);
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void readDouble().catch(() => undefined);
    }, againMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <section class="card double">
      <h2>{t.title}</h2>
      <p>{t.detail}</p>
      <RuleList trying={trying} />
      <RuleForm trying={trying} />
      {problem && <Notice kind="error">{problem}</Notice>}
      <ClockRow trying={trying} />
      <h3>{t.requests}</h3>
      <RequestTable trying={trying} />
    </section>
  );
}
