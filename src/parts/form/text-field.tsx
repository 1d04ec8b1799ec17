import { useId } from 'preact/hooks';

/** Text field with its label. Below it is the problem, or the hint if there is none. */
export function TextField(props: {
  label: string;
  value: string;
  onInput: (value: string) => void;
  hint?: string | undefined;
  problem?: string | undefined;
  isLong?: boolean;
  isCode?: boolean;
  isNumber?: boolean;
  isSmall?: boolean;
  /** ID of a list of suggested values. */
  list?: string;
}) {
  const {
    label,
    value,
    onInput,
    hint,
    problem,
    isLong = false,
    isCode = false,
    isNumber = false,
    isSmall = false,
    list,
  } = props;
  const [id, detail] = [useId(), useId()];
  const text = problem ?? hint;
  const common = {
    id,
    value,
    'aria-invalid': problem !== undefined,
    'aria-describedby': text ? detail : undefined,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isLong ? (
        <textarea
          class={`input${isCode ? ' sql' : ''}`}
          rows={3}
          {...common}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      ) : (
        <input
          class={`input${isSmall ? ' small' : ''}`}
          list={list}
          inputMode={isNumber ? 'numeric' : undefined}
          {...common}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
      {text && (
        <small id={detail} data-problem={problem ? '' : undefined}>
          {text}
        </small>
      )}
    </div>
  );
}
