import { useState } from 'preact/hooks';
import { DraftInput } from '../../parts/form/draft-input.tsx';
import { Notice } from '../../parts/notice.tsx';
import { styleText } from '../text/style-text.ts';

interface ScaleRangeProps {
  /** Denominators; 0 is no limit. */
  farthest: number;
  nearest: number;
  onChange: (farthest: number, nearest: number) => void;
}

/** Scale range of labels. A reversed range is reported and not applied. */
export function ScaleRange({ farthest, nearest, onChange }: ScaleRangeProps) {
  const [typed, setTyped] = useState({ farthest: shown(farthest), nearest: shown(nearest) });
  const [far, near] = [Number(typed.farthest), Number(typed.nearest)];
  const isWrong = far > 0 && near > 0 && far <= near;
  const put = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    const [a, b] = [Number(next.farthest), Number(next.nearest)];
    if (a >= 0 && b >= 0 && !(a > 0 && b > 0 && a <= b)) onChange(a, b);
  };
  return (
    <fieldset class="scale-range">
      <legend>{styleText.scales}</legend>
      {(['farthest', 'nearest'] as const).map((end) => (
        <label class="field" key={end}>
          <span>{styleText[end]}</span>
          <DraftInput
            type="number"
            inputMode="numeric"
            min={0}
            step="any"
            placeholder={styleText.anyScale}
            value={typed[end]}
            aria-invalid={isWrong}
            onCommit={(value) => put({ [end]: value })}
          />
        </label>
      ))}
      {isWrong && <Notice kind="error">{styleText.wrongScales}</Notice>}
    </fieldset>
  );
}

const shown = (scale: number): string => (scale > 0 ? String(scale) : '');
