import { Check } from '../../parts/form/check.tsx';
import { DraftInput } from '../../parts/form/draft-input.tsx';
import { Segments } from '../../parts/form/segments.tsx';
import { choicesOf, SelectField } from '../../parts/form/select.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { printText } from '../text/print-text.ts';
import { type PrintSettings, resolutions } from './print-settings.ts';

const parts = ['legend', 'scaleBar', 'north', 'credits'] as const;
const largestScale = 1e9;

interface Props {
  settings: PrintSettings;
  /** Denominator of the preview; undefined before it is there. */
  shownScale: number | undefined;
  onChange: (settings: PrintSettings) => void;
}

/** What can be chosen of a print layout. */
export function PrintFields({ settings, shownScale, onChange }: Props) {
  const { paper, isUpright, title, text, grid, scale, dpi } = settings;
  const put = (part: Partial<PrintSettings>) => onChange({ ...settings, ...part });
  const { scale: _, ...withoutScale } = settings;
  return (
    <>
      <TextField label={printText.titleField} value={title} onInput={(value) => put({ title: value })} />
      <TextField label={printText.textField} value={text} isLong onInput={(value) => put({ text: value })} />
      <SelectField
        label={printText.paper}
        value={paper}
        choices={choicesOf(printText.papers)}
        onChange={(value) => put({ paper: value })}
      />
      <Segments
        label={printText.orientation}
        choices={printText.orientations}
        value={isUpright ? 'upright' : 'wide'}
        onChange={(value) => put({ isUpright: value === 'upright' })}
      />
      <SelectField
        label={printText.scale}
        value={scale === undefined ? 'view' : 'fixed'}
        choices={choicesOf(printText.scales)}
        onChange={(value) =>
          value === 'view' ? onChange(withoutScale) : put({ scale: Number((shownScale || 1_000_000).toPrecision(2)) })
        }
      />
      {scale !== undefined && (
        <label class="field">
          <span>{printText.denominator}</span>
          <DraftInput
            type="number"
            min={1}
            max={largestScale}
            value={String(scale)}
            onCommit={(value) => {
              if (Number(value) >= 1 && Number(value) <= largestScale) put({ scale: Number(value) });
            }}
          />
        </label>
      )}
      <SelectField
        label={printText.grid}
        value={grid}
        choices={choicesOf(printText.grids)}
        onChange={(value) => put({ grid: value })}
      />
      <fieldset class="field">
        <legend>{printText.shown}</legend>
        {parts.map((part) => (
          <Check key={part} on={settings[part]} onChange={(on) => put({ [part]: on })}>
            {printText.parts[part]}
          </Check>
        ))}
      </fieldset>
      <SelectField
        label={printText.resolution}
        value={dpi}
        choices={resolutions.map((one) => [one, printText.dpi(one)])}
        onChange={(value) => put({ dpi: value })}
      />
    </>
  );
}
