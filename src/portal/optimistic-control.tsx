import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

interface OptimisticControlProps<T> {
  /** As the server said it last. */
  value: T;
  /** What it was said in: another object is a newer answer. */
  answer: object;
  /** Tells the server; false when it refused. */
  send: (requested: T) => Promise<boolean>;
  children: (shown: T, change: (requested: T) => void) => ComponentChildren;
}

/**
 * A control that changes something on the server at once. What was chosen stands until the first answer that was asked for
 * after it: otherwise the old choice would come back for a moment with everything that is drawn in between.
 */
export function OptimisticControl<T>({ value, answer, send, children }: OptimisticControlProps<T>) {
  const [chosen, setChosen] = useState<{ readonly requested: T; readonly sentAt?: object }>();
  const newest = useRef(answer);
  newest.current = answer;
  const isOver = chosen?.sentAt !== undefined && chosen.sentAt !== answer;
  const change = (requested: T) => {
    const mine = { requested };
    setChosen(mine);
    void send(requested).then((isDone) =>
      // A later choice has taken the place of this one.
      setChosen((now) => (now !== mine ? now : isDone ? { requested, sentAt: newest.current } : undefined)),
    );
  };
  return <>{children(chosen && !isOver ? chosen.requested : value, change)}</>;
}
