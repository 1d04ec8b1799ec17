import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import { formatError, isAbort } from '../../connection/call.ts';
import { IconButton } from '../../parts/button.tsx';
import { Select } from '../../parts/form/select.tsx';
import { countRows, type TableSubject } from '../../state/rows.ts';
import { formatCount } from '../../text/format.ts';
import { styleText } from '../text/style-text.ts';

interface ChoiceProps {
  classes: readonly Value<'LabelClassDescription'>[];
  chosen: number | undefined;
  onChoose: (at: number | undefined) => void;
  onAdd: () => void;
  onRemove: (at: number) => void;
}

export function LabelClassChoice({ classes, chosen, onChoose, onAdd, onRemove }: ChoiceProps) {
  return (
    <div class="label-classes">
      <Select
        class="small"
        aria-label={styleText.labelClass}
        value={chosen === undefined ? '' : String(chosen)}
        choices={[
          ...(classes.length > 1 ? [['', styleText.allClasses(classes.length)] as const] : []),
          ...classes.map(
            ({ WhereClause }, index) =>
              [String(index), `${index + 1} · ${WhereClause || styleText.everyFeature}`] as const,
          ),
        ]}
        onChange={(value) => onChoose(value === '' ? undefined : Number(value))}
      />
      <IconButton small icon="plus" name={styleText.addClass} onClick={onAdd} />
      <IconButton
        small
        icon="trash"
        name={styleText.removeClass}
        disabled={chosen === undefined || classes.length < 2}
        onClick={() => chosen !== undefined && onRemove(chosen)}
      />
    </div>
  );
}

/** Condition of a label class. The server counts its features first, and an invalid condition isn't applied. */
export function LabelWhere(props: { subject: TableSubject; where: string; onWhere: (clause: string) => void }) {
  const { subject, where, onWhere } = props;
  const [typed, setTyped] = useState(where);
  const [reported, setReported] = useState<{ readonly problem?: string; readonly count?: number }>({});
  const running = useRef<AbortController>(undefined);
  const detail = useId();
  // The layer may have changed by the time the response arrives.
  const latest = useRef(onWhere);
  latest.current = onWhere;
  useEffect(() => () => running.current?.abort(), []);
  const take = async (clause: string) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setTyped(clause);
    try {
      const count = clause ? await countRows(subject.id, { where: clause }, controller.signal) : undefined;
      if (controller.signal.aborted) return;
      setReported(count === undefined ? {} : { count });
      latest.current(clause);
    } catch (error) {
      // The path in the request means nothing to the user.
      if (!isAbort(error)) setReported({ problem: formatError(error).replace(/^\S*WhereClause:? /, '') });
    }
  };
  const { problem, count } = reported;
  return (
    <label class="field">
      <span>{styleText.onlyWhere}</span>
      <input
        class="input sql"
        value={typed}
        placeholder={styleText.everyFeature}
        spellcheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={detail}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => void take(event.currentTarget.value.trim())}
      />
      <small id={detail} role="status" data-problem={problem === undefined ? undefined : ''}>
        {problem ?? (count === undefined ? styleText.whereHint : styleText.whereCount(formatCount(count), count === 1))}
      </small>
    </label>
  );
}
