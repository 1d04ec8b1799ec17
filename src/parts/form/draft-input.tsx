import { useState } from 'preact/hooks';

interface DraftInputProps {
  type?: 'text' | 'number';
  inputMode?: 'numeric';
  min?: number;
  max?: number;
  step?: 'any';
  placeholder?: string;
  'aria-label'?: string;
  'aria-invalid'?: boolean;
  value: string;
  /** Called with the value when the field loses the focus or Enter is pressed. */
  onCommit: (value: string) => void;
}

/** Field whose value is committed as a whole. Until then, the typed text is kept when the field is rendered again. */
export function DraftInput({ value, onCommit, type = 'text', ...rest }: DraftInputProps) {
  const [typed, setTyped] = useState<string>();
  const field = {
    ...rest,
    class: 'input',
    value: typed ?? value,
    onInput: (event: { currentTarget: HTMLInputElement }) => setTyped(event.currentTarget.value),
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      setTyped(undefined);
      onCommit(event.currentTarget.value);
    },
    onBlur: () => setTyped(undefined),
  };
  return type === 'number' ? <input {...field} type="number" /> : <input {...field} type="text" />;
}
