import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button, IconButton } from '../../parts/button.tsx';

interface Row {
  readonly code: string;
  readonly name: string;
}

/** An editable list of codes with descriptions. Other members of a row are preserved. */
export function Codes<R extends Row>(props: {
  rows: readonly R[];
  labels: readonly [string, string];
  add: string;
  remove: (code: string) => string;
  /** Indices of the rows with an invalid code. */
  bad: ReadonlySet<number>;
  problem: string | undefined;
  empty: R;
  /** Content at the end of a row, or below it on narrow screens. */
  more?: (row: R, at: number) => ComponentChildren;
  onRows: (rows: readonly R[]) => void;
}) {
  const { rows, labels, add, remove, bad, problem, empty, more, onRows } = props;
  const detail = useId();
  const isWrong = (index: number): boolean => bad.has(index) && rows[index]?.code !== '';
  // Don't report a row that was just added.
  const isUnfinished = !rows.some((_, index) => isWrong(index));
  return (
    <div class="stack near">
      {rows.map((row, index) => (
        <div key={index} class="code-row">
          {(['code', 'name'] as const).map((part, i) => (
            <input
              key={part}
              class="input small"
              aria-label={`${labels[i]} ${index + 1}`}
              placeholder={labels[i]}
              value={row[part]}
              aria-invalid={part === 'code' && isWrong(index)}
              aria-describedby={part === 'code' && problem && bad.has(index) ? detail : undefined}
              onInput={(event) => onRows(rows.with(index, { ...row, [part]: event.currentTarget.value }))}
            />
          ))}
          {more?.(row, index)}
          <IconButton small icon="trash" name={remove(row.code)} onClick={() => onRows(rows.toSpliced(index, 1))} />
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
