import { useEffect, useId, useState } from 'preact/hooks';
import { useForm } from './form-context.ts';
import type { Parsed } from './parse-scalar.ts';

/** A text input. Invalid text stays as typed, with what is expected beside it. */
export function TypedInput(props: {
  path: string;
  name: string;
  written: string;
  parse: (text: string) => Parsed;
  onChange: (value: unknown) => void;
  isNumber?: boolean;
  suggestions?: readonly string[];
}) {
  const { path, name, written, parse, onChange, isNumber = false, suggestions = [] } = props;
  const { onProblem } = useForm();
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const listId = useId();
  const tell = (found: string | undefined) => {
    setProblem(found);
    onProblem(path, found);
  };
  // A new value from outside replaces what was typed.
  useEffect(() => {
    if (problem === undefined) setDraft(undefined);
  }, [written]);
  useEffect(() => () => onProblem(path, undefined), [path, onProblem]);
  return (
    <span class="typed">
      <input
        class="input"
        aria-label={name}
        inputMode={isNumber ? 'decimal' : undefined}
        spellcheck={false}
        autocomplete="off"
        list={suggestions.length > 0 ? listId : undefined}
        value={draft ?? written}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${listId}-problem` : undefined}
        onInput={(event) => {
          const text = event.currentTarget.value;
          setDraft(text);
          const read = parse(text);
          tell('problem' in read ? read.problem : undefined);
          if ('value' in read) onChange(read.value);
        }}
      />
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {problem && (
        <small id={`${listId}-problem`} class="problem">
          {problem}
        </small>
      )}
    </span>
  );
}
