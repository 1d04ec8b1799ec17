type Aria = { readonly [name in `aria-${string}`]?: string | boolean | undefined };

interface SelectProps<V extends string | number> extends Aria {
  value: V;
  /** What can be chosen, in order. */
  choices: readonly (readonly [value: V, label: string | number])[];
  onChange: (value: V) => void;
  class?: string;
  disabled?: boolean | undefined;
  title?: string | undefined;
}

/** A list to choose one value from; its name comes from `aria-label` or a label around it. */
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

/** The same below its label. */
export const SelectField = <V extends string | number>({ label, ...rest }: SelectProps<V> & { label: string }) => (
  <label class="field">
    <span>{label}</span>
    <Select {...rest} />
  </label>
);

/** Values by their labels as choices, in the order of the table. */
export const choicesOf = <V extends string>(labels: Readonly<Record<V, string>>): (readonly [V, string])[] =>
  Object.entries(labels) as [V, string][];
