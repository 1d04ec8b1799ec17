import type { DrawnLayout } from '../../map/layout.ts';
import { Check } from '../../parts/form/check.tsx';
import { DraftInput } from '../../parts/form/draft-input.tsx';
import { Segments } from '../../parts/form/segments.tsx';
import { labelChoices, SelectField } from '../../parts/form/select.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { choicesFor } from '../../state/references.ts';
import { mapInfo } from '../../state/services.ts';
import { formatCount } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { type PrintSettings, resolutions } from './print-settings.ts';
import { printText } from './print-text.ts';

const parts = ['legend', 'scaleBar', 'north', 'credits'] as const;
const maxScale = 1e9;

interface Props {
  settings: PrintSettings;
  /** Undefined until the preview is drawn. */
  preview: DrawnLayout | undefined;
  onChange: (settings: PrintSettings) => void;
}

/** The settings of a print layout. */
export function PrintFields({ settings, preview, onChange }: Props) {
  const { paper, isUpright, title, grid, scale, dpi, projection } = settings;
  const info = mapInfo.value;
  const put = (part: Partial<PrintSettings>) => onChange({ ...settings, ...part });
  const { scale: _, ...withoutScale } = settings;
  return (
    <>
      <TextField label={printText.titleField} value={title} onInput={(value) => put({ title: value })} />
      <TextField label={printText.textField} value={settings.text} isLong onInput={(value) => put({ text: value })} />
      <SelectField
        label={printText.paper}
        value={paper}
        choices={labelChoices(printText.papers)}
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
        choices={labelChoices(printText.scales)}
        onChange={(value) =>
          value === 'view'
            ? onChange(withoutScale)
            : put({ scale: Number((preview?.scale || 1_000_000).toPrecision(2)) })
        }
      />
      {scale !== undefined && (
        <label class="field">
          <span>{printText.denominator}</span>
          <DraftInput
            type="number"
            min={1}
            max={maxScale}
            value={String(scale)}
            onCommit={(value) => {
              if (Number(value) >= 1 && Number(value) <= maxScale) put({ scale: Number(value) });
            }}
          />
        </label>
      )}
      <SelectField
        label={text.map.projection}
        value={projection}
        choices={[
          ['auto', printText.projectionAuto] as const,
          ...(info ? choicesFor(info) : []).map((choice) => [choice, text.map.projections[choice].name] as const),
        ]}
        onChange={(value) => put({ projection: value })}
      />
      {preview?.scale === 0 && <Notice kind="warning">{printText.noScale}</Notice>}
      {preview && preview.labelsLeftOut > 0 && (
        <Notice kind="info">
          {printText.labelsLeftOut(
            formatCount(preview.labelsLeftOut),
            formatCount(preview.labels + preview.labelsLeftOut),
          )}
        </Notice>
      )}
      <SelectField
        label={printText.grid}
        value={grid}
        choices={labelChoices(printText.grids)}
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
        choices={resolutions.map((resolution) => [resolution, printText.dpi(resolution)])}
        onChange={(value) => put({ dpi: value })}
      />
    </>
  );
}
