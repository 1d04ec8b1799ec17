import type { HeatMap } from '../../../../sw/service/feature-reduction.ts';
import { DraftInput } from '../../../parts/form/draft-input.tsx';
import { Segments } from '../../../parts/form/segments.tsx';
import { isAmount, type TableSubject } from '../../../state/rows.ts';
import { FieldChoice } from '../../table/statistics.tsx';
import { denseText } from '../../text/dense-text.ts';
import { mapText } from '../../text/maps-text.ts';
import { SliderRow } from '../control-rows.tsx';
import { RampChoice } from '../raster/ramp-choice.tsx';
import { asIs, colorsOfStops, heatRamps, heatStops, rampAmong } from './dense-colors.ts';

interface Props {
  heat: HeatMap;
  subject: TableSubject;
  onChange: (heat: HeatMap) => void;
}

/** Initial value of a fixed density: about fourteen overlapping points at the default radius. */
const firstDensity = 0.04;

export function HeatPart({ heat, subject, onChange }: Props) {
  const put = (part: Partial<HeatMap>) => onChange({ ...heat, ...part });
  return (
    <>
      <SliderRow
        name={denseText.radius}
        unit={mapText.style.points}
        value={heat.radiusPt}
        minimum={3}
        most={60}
        step={1}
        onChange={(radiusPt) => put({ radiusPt })}
      />
      <FieldChoice
        name={denseText.weight}
        fields={subject.fields.filter(isAmount)}
        none={denseText.noWeight}
        value={heat.field ?? ''}
        onChange={(field) => put({ field: field || undefined })}
      />
      <RampChoice
        ramp={rampAmong(heatRamps, colorsOfStops(heat.stops), asIs)}
        ramps={heatRamps}
        onChange={({ colors }) => put({ stops: heatStops(colors) })}
      />
      <div class="field">
        <span>{denseText.brightest}</span>
        <Segments
          label={denseText.brightest}
          choices={denseText.maxima}
          value={heat.maxDensity === undefined ? 'data' : 'value'}
          onChange={(kind) => put({ maxDensity: kind === 'data' ? undefined : firstDensity })}
        />
      </div>
      {heat.maxDensity !== undefined && (
        <label class="field">
          <span>{denseText.density}</span>
          <DraftInput
            type="number"
            min={0}
            step="any"
            value={String(heat.maxDensity)}
            onCommit={(value) => {
              const maxDensity = Number(value);
              if (maxDensity > heat.minDensity) put({ maxDensity });
            }}
          />
        </label>
      )}
    </>
  );
}
