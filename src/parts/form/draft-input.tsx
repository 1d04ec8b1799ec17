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
  /** Is given what stands there when the field is left or Enter is pressed. */
  onCommit: (value: string) => void;
}

/** A field that is taken as a whole: what is typed until then stays when the page is drawn anew meanwhile. */
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
