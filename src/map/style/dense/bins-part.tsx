import type { Bins } from '../../../../sw/service/feature-reduction.ts';
import { Segments } from '../../../parts/form/segments.tsx';
import { labelChoices, SelectField } from '../../../parts/form/select.tsx';
import { isAmount, type TableSubject } from '../../../state/rows.ts';
import { FieldChoice } from '../../table/statistics.tsx';
import { denseText } from '../../text/dense-text.ts';
import { mapText } from '../../text/maps-text.ts';
import { SliderRow } from '../control-rows.tsx';
import { RampChoice } from '../raster/ramp-choice.tsx';
import { sampleRamp } from '../raster/raster-ramp.ts';
import { ByPointChoice } from './by-point-choice.tsx';
import { binRamps, rampAmong, rgba, rgbaToHex } from './dense-colors.ts';

interface Props {
  bins: Bins;
  subject: TableSubject;
  onChange: (bins: Bins) => void;
}

const classCounts = [2, 3, 4, 5, 6, 7, 8, 9];

export function BinsPart({ bins, subject, onChange }: Props) {
  const put = (part: Partial<Bins>) => onChange({ ...bins, ...part });
  const { statistic, isClassed } = bins;
  const numbers = subject.fields.filter(isAmount);
  const statistics = numbers.length > 0 ? denseText.statistics : { count: denseText.statistics.count };
  const colors = bins.colors.map(rgbaToHex);
  const ramp = rampAmong(binRamps, colors, sampleRamp);
  // The values of a published style don't fit other colors.
  const recolor = (hexes: readonly string[], part: Partial<Bins> = {}) =>
    put({ ...part, colors: hexes.map((hex) => rgba(hex)), values: undefined });
  return (
    <>
      <Segments
        label={denseText.shape}
        choices={denseText.shapes}
        value={bins.shape}
        onChange={(shape) => put({ shape })}
      />
      <SliderRow
        {...{ name: denseText.size, unit: mapText.style.points, value: bins.sizePt, minimum: 4, most: 72, step: 1 }}
        onChange={(sizePt) => put({ sizePt })}
      />
      <SelectField
        label={denseText.statistic}
        value={statistic}
        choices={labelChoices(statistics as Record<Bins['statistic'], string>)}
        onChange={(chosen) =>
          put({
            statistic: chosen,
            field: chosen === 'count' ? undefined : (bins.field ?? numbers[0]!.Name),
            values: undefined,
          })
        }
      />
      {statistic !== 'count' && (
        <FieldChoice
          name={denseText.field}
          fields={numbers}
          value={bins.field ?? ''}
          onChange={(field) => put({ field, values: undefined })}
        />
      )}
      <div class={isClassed ? 'pair wide-narrow' : 'field'}>
        <div class="field">
          <span>{denseText.steps}</span>
          <Segments
            label={denseText.steps}
            choices={denseText.classed}
            value={isClassed ? 'classes' : 'ramp'}
            onChange={(kind) =>
              kind === 'classes'
                ? recolor(sampleRamp(ramp, 5), { isClassed: true })
                : recolor(ramp.colors, { isClassed: false })
            }
          />
        </div>
        {isClassed && (
          <SelectField
            label={denseText.classes}
            value={colors.length}
            choices={classCounts.map((count) => [count, count])}
            onChange={(count) => recolor(sampleRamp(ramp, count))}
          />
        )}
      </div>
      <RampChoice
        ramp={ramp}
        ramps={binRamps}
        onChange={(chosen) => recolor(isClassed ? sampleRamp(chosen, colors.length) : chosen.colors)}
      />
      <ByPointChoice value={bins.maxScale} onChange={(maxScale) => put({ maxScale })} />
    </>
  );
}
