type Aria = { readonly [name in `aria-${string}`]?: string | boolean | undefined };

interface SelectProps<V extends string | number> extends Aria {
  value: V;
  /** Choices in their order. */
  choices: readonly (readonly [value: V, label: string | number])[];
  onChange: (value: V) => void;
  class?: string;
  disabled?: boolean | undefined;
  title?: string | undefined;
}

/** Select for one value. Its name comes from `aria-label` or a surrounding label. */
export function Select<V extends string | number>({ choices, onChange, class: style, ...rest }: SelectProps<V>) {
  return (
    <select
      class={`input ${style ?? ''}`}
      {...rest}
      onChange={(event) => onChange(choices[event.currentTarget.selectedIndex]![0])}
    >
      {choices.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Select below its label. */
export const SelectField = <V extends string | number>({ label, ...rest }: SelectProps<V> & { label: string }) => (
  <label class="field">
    <span>{label}</span>
    <Select {...rest} />
  </label>
);

/** Convert labels by value to choices, in the same order. */
export const labelChoices = <V extends string>(labels: Readonly<Record<V, string>>): (readonly [V, string])[] =>
  Object.entries(labels) as [V, string][];
