import { Check } from '../../parts/form/check.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { publishText as t } from '../text/publish-text.ts';

export function ScalesPart(props: {
  /** Denominators as they are typed: farthest out, and farthest in. */
  minimum: string;
  maximum: string;
  isVisible: boolean;
  onScales: (minimum: string, maximum: string) => void;
  onVisible: (isVisible: boolean) => void;
}) {
  const { minimum, maximum, isVisible, onScales, onVisible } = props;
  const problem = scaleProblem(minimum, maximum);
  return (
    <div class="columns">
      <TextField
        isNumber
        label={t.manage.minScale}
        value={minimum}
        hint={t.manage.scaleHint}
        problem={isScale(minimum) ? undefined : t.manage.scaleBad}
        onInput={(typed) => onScales(typed.trim(), maximum)}
      />
      <TextField
        isNumber
        label={t.manage.maxScale}
        value={maximum}
        hint={t.manage.scaleHint}
        problem={isScale(minimum) ? problem : isScale(maximum) ? undefined : t.manage.scaleBad}
        onInput={(typed) => onScales(minimum, typed.trim())}
      />
      <Check on={isVisible} onChange={onVisible}>
        {t.manage.visible}
      </Check>
    </div>
  );
}

const isScale = (typed: string): boolean => /^\d+(\.\d+)?$/.test(typed);

/** What is wrong with two denominators, farthest out and farthest in; undefined when nothing is. 0 is no limit. */
export function scaleProblem(minimum: string, maximum: string): string | undefined {
  if (!isScale(minimum) || !isScale(maximum)) return t.manage.scaleBad;
  const [out, within] = [Number(minimum), Number(maximum)];
  return out > 0 && within > 0 && out <= within ? t.manage.scaleOrder : undefined;
}
