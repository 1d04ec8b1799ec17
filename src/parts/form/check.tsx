import type { ComponentChildren } from 'preact';

interface CheckProps {
  on: boolean;
  onChange: (on: boolean) => void;
  'aria-label'?: string;
  disabled?: boolean;
  children: ComponentChildren;
}

/** Checkbox with its label. */
export function Check({ on, onChange, children, ...rest }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={on} {...rest} onChange={(event) => onChange(event.currentTarget.checked)} />
      {children}
    </label>
  );
}

interface ChecksProps<V extends string | number> {
  choices: readonly (readonly [value: V, label: string])[];
  value: readonly V[];
  /** Called with the checked values, the newest last. */
  onChange: (value: readonly V[]) => void;
}

/** Checkboxes for any number of values. */
export function Checks<V extends string | number>({ choices, value, onChange }: ChecksProps<V>) {
  return choices.map(([choice, label]) => (
    <Check
      key={choice}
      on={value.includes(choice)}
      onChange={(on) => onChange(on ? [...value, choice] : value.filter((other) => other !== choice))}
    >
      {label}
    </Check>
  ));
}
