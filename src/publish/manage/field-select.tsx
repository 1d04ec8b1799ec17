import { publishText as t } from '../text/publish-text.ts';

export function FieldSelect(props: {
  label: string;
  value: string;
  names: readonly string[];
  onChange: (name: string) => void;
}) {
  return (
    <label class="field">
      <span>{props.label}</span>
      <select class="input" value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        <option value="">{t.manage.none}</option>
        {props.names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
