import { chooseByArrow } from '../tabs.tsx';

export interface SegmentsProps<Name extends string> {
  label: string;
  choices: Readonly<Partial<Record<Name, string>>>;
  value: Name | undefined;
  onChange: (name: Name) => void;
  /** CSS backgrounds that the choices show instead of their names. */
  swatches?: Readonly<Record<Name, string>>;
}

/** Choice between a few visible values. Only the selected one is in the tab order; arrow keys select the next one. */
export function Segments<Name extends string>({ label, choices, value, onChange, swatches }: SegmentsProps<Name>) {
  const names = Object.keys(choices) as Name[];
  const inTabOrder = value !== undefined && value in choices ? value : names[0];
  return (
    <div class={swatches ? 'ramps' : 'segments'} role="radiogroup" aria-label={label} onKeyDown={chooseByArrow}>
      {names.map((name) => (
        // biome-ignore lint/a11y/useSemanticElements: drawn as one control
        <button
          type="button"
          role="radio"
          key={name}
          class={swatches && 'ramp'}
          title={swatches && name}
          aria-label={swatches && choices[name]}
          aria-checked={name === value}
          tabIndex={name === inTabOrder ? 0 : -1}
          style={swatches && { background: swatches[name] }}
          onClick={() => onChange(name)}
        >
          {!swatches && choices[name]}
        </button>
      ))}
    </div>
  );
}
