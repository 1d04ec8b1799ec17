import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

interface OptimisticControlProps<T> {
  /** As the server said it last. */
  value: T;
  /** What it was said in: another object is a newer answer. */
  answer: object;
  /** Tells the server; false when it refused. */
  send: (wanted: T) => Promise<boolean>;
  children: (shown: T, change: (wanted: T) => void) => ComponentChildren;
}

/**
 * A control that changes something on the server at once. What was chosen stands until the first answer that was asked for
 * after it: otherwise the old choice would come back for a moment with everything that is drawn in between.
 */
export function OptimisticControl<T>({ value, answer, send, children }: OptimisticControlProps<T>) {
  const [chosen, setChosen] = useState<{ readonly wanted: T; readonly sentAt?: object }>();
  const newest = useRef(answer);
  newest.current = answer;
  const isOver = chosen?.sentAt !== undefined && chosen.sentAt !== answer;
  const change = (wanted: T) => {
    const mine = { wanted };
    setChosen(mine);
    void send(wanted).then((isDone) =>
      // A later choice has taken the place of this one.
      setChosen((now) => (now !== mine ? now : isDone ? { wanted, sentAt: newest.current } : undefined)),
    );
  };
  return <>{children(chosen && !isOver ? chosen.wanted : value, change)}</>;
}
