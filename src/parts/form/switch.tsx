export function Switch({
  on,
  name,
  onChange,
  disabled = false,
}: {
  on: boolean;
  name: string;
  onChange: (on: boolean) => void;
  disabled?: boolean;
}) {
  return (
    <input
      type="checkbox"
      role="switch"
      class="switch"
      aria-label={name}
      checked={on}
      aria-checked={on}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
