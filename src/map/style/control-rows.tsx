import { labelChoices, Select } from '../../parts/form/select.tsx';
import { Switch } from '../../parts/form/switch.tsx';
import { formatNumber } from '../../text/format.ts';

export function ColorRow(props: { name: string; value: string; onChange: (hex: string) => void }) {
  return (
    <label class="control-row">
      <span>{props.name}</span>
      <input type="color" value={props.value} onInput={(event) => props.onChange(event.currentTarget.value)} />
    </label>
  );
}

interface SliderRowProps {
  name: string;
  unit: string;
  value: number;
  minimum: number;
  most: number;
  step: number;
  onChange: (value: number) => void;
}

export function SliderRow({ name, unit, value, minimum, most, step, onChange }: SliderRowProps) {
  return (
    <label class="control-row">
      <span>{name}</span>
      <input
        type="range"
        class="slider"
        min={minimum}
        max={most}
        step={step}
        value={value}
        style={{ '--share': Math.min(1, Math.max(0, (value - minimum) / (most - minimum))) }}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <output>
        {formatNumber(Number(value.toFixed(2)))} {unit}
      </output>
    </label>
  );
}

export function ChoiceRow<Choice extends string>(props: {
  name: string;
  value: Choice;
  choices: Readonly<Record<string, string>>;
  onChange: (choice: Choice) => void;
}) {
  return (
    <label class="control-row">
      <span>{props.name}</span>
      <Select
        class="small"
        value={props.value}
        choices={labelChoices(props.choices as Record<Choice, string>)}
        onChange={props.onChange}
      />
    </label>
  );
}

export function SwitchRow(props: { name: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <div class="control-row">
      <span>{props.name}</span>
      <Switch {...props} />
    </div>
  );
}
