import { publishText as t } from '../text/publish-text.ts';
import { TextField } from '../text-field.tsx';

/** Between which scales a layer is shown, and whether it is from the start. */
export function ScalesPart(props: {
  /** Denominators as they are typed: farthest out, and farthest in. */
  least: string;
  most: string;
  isVisible: boolean;
  onScales: (least: string, most: string) => void;
  onVisible: (isVisible: boolean) => void;
}) {
  const { least, most, isVisible, onScales, onVisible } = props;
  const problem = scaleProblem(least, most);
  return (
    <div class="field-grid">
      <TextField
        isNumber
        label={t.manage.minScale}
        value={least}
        hint={t.manage.scaleHint}
        problem={isScale(least) ? undefined : t.manage.scaleBad}
        onInput={(typed) => onScales(typed.trim(), most)}
      />
      <TextField
        isNumber
        label={t.manage.maxScale}
        value={most}
        hint={t.manage.scaleHint}
        problem={isScale(least) ? problem : isScale(most) ? undefined : t.manage.scaleBad}
        onInput={(typed) => onScales(least, typed.trim())}
      />
      <label class="check">
        <input type="checkbox" checked={isVisible} onChange={(event) => onVisible(event.currentTarget.checked)} />
        {t.manage.visible}
      </label>
    </div>
  );
}

const isScale = (typed: string): boolean => /^\d+(\.\d+)?$/.test(typed);

/** What is wrong with two denominators, farthest out and farthest in; undefined when nothing is. 0 is no limit. */
export function scaleProblem(least: string, most: string): string | undefined {
  if (!isScale(least) || !isScale(most)) return t.manage.scaleBad;
  const [out, within] = [Number(least), Number(most)];
  return out > 0 && within > 0 && out <= within ? t.manage.scaleOrder : undefined;
}
