import { SelectField } from '../../../parts/form/select.tsx';
import { formatCount } from '../../../text/format.ts';
import { denseText } from '../../text/dense-text.ts';

const scales = [0, 1e6, 5e5, 2.5e5, 1e5, 5e4, 2.5e4, 1e4, 5e3, 2.5e3, 1e3];

/** Select the scale from which points are drawn individually. */
export function ByPointChoice({ value, onChange }: { value: number; onChange: (scale: number) => void }) {
  const listed = scales.includes(value) ? scales : [...scales, value];
  return (
    <SelectField
      label={denseText.byPoint}
      value={value}
      choices={listed.map((scale) => [scale, scale === 0 ? denseText.never : `1:${formatCount(scale)}`])}
      onChange={onChange}
    />
  );
}
