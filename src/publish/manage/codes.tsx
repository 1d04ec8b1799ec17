import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button, IconButton } from '../../parts/button.tsx';

interface Row {
  readonly code: string;
  readonly name: string;
}

/** A list of codes with their meanings; what else a row holds stays with it. */
export function Codes<R extends Row>(props: {
  rows: readonly R[];
  labels: readonly [string, string];
  add: string;
  remove: (code: string) => string;
  /** Positions of the rows whose code cannot stay as it is. */
  bad: ReadonlySet<number>;
  problem: string | undefined;
  empty: R;
  /** What stands at the end of a row, or beneath it where there is little room. */
  more?: (row: R, at: number) => ComponentChildren;
  onRows: (rows: readonly R[]) => void;
}) {
  const { rows, labels, add, remove, bad, problem, empty, more, onRows } = props;
  const detail = useId();
  const isWrong = (at: number): boolean => bad.has(at) && rows[at]?.code !== '';
  // A row that was just added is no mistake yet.
  const isUnfinished = !rows.some((_, at) => isWrong(at));
  return (
    <div class="stack near">
      {rows.map((row, at) => (
        <div key={at} class="code-row">
          {(['code', 'name'] as const).map((part, i) => (
            <input
              key={part}
              class="input small"
              aria-label={`${labels[i]} ${at + 1}`}
              placeholder={labels[i]}
              value={row[part]}
              aria-invalid={part === 'code' && isWrong(at)}
              aria-describedby={part === 'code' && problem && bad.has(at) ? detail : undefined}
              onInput={(event) => onRows(rows.with(at, { ...row, [part]: event.currentTarget.value }))}
            />
          ))}
          {more?.(row, at)}
          <IconButton small icon="trash" name={remove(row.code)} onClick={() => onRows(rows.toSpliced(at, 1))} />
        </div>
      ))}
      {problem && (
        <small id={detail} class="soft" data-problem={isUnfinished ? undefined : ''}>
          {problem}
        </small>
      )}
      <div>
        <Button small icon="plus" onClick={() => onRows([...rows, empty])}>
          {add}
        </Button>
      </div>
    </div>
  );
}
