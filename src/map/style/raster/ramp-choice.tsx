import { IconButton } from '../../../parts/button.tsx';
import { Segments } from '../../../parts/form/segments.tsx';
import { mapText } from '../../text/maps-text.ts';
import { rasterText } from '../../text/raster-text.ts';
import type { Ramp } from '../ramps.ts';
import { type ChosenRamp, gradient, makeChosenRamp, valueRamps } from './raster-ramp.ts';

interface Props {
  ramp: ChosenRamp;
  ramps?: readonly Ramp[];
  onChange: (ramp: ChosenRamp) => void;
}

const reverseRamp = ({ stops, ...ramp }: ChosenRamp): ChosenRamp => ({
  ...ramp,
  isReversed: !ramp.isReversed,
  colors: ramp.colors.toReversed(),
  stops: stops?.map((percent) => 100 - percent).toReversed(),
});

/** Select a ramp. A ramp of the published style that isn't in the list comes first. */
export function RampChoice({ ramp, ramps = valueRamps, onChange }: Props) {
  const { isReversed } = ramp;
  const listed = ramps.map((candidate) => makeChosenRamp(candidate, isReversed));
  const all = ramp.name === undefined ? [ramp, ...listed] : listed;
  const rampName = ({ name = rasterText.ownRamp }: ChosenRamp): string => name;
  return (
    <div class="field">
      <span class="ramp-head">
        {rasterText.ramp}
        <IconButton small icon="swap" name={mapText.style.reverse} onClick={() => onChange(reverseRamp(ramp))} />
      </span>
      <Segments
        label={rasterText.ramp}
        choices={Object.fromEntries(all.map((option) => [rampName(option), rampName(option)]))}
        swatches={Object.fromEntries(all.map((option) => [rampName(option), gradient(option.colors, option.stops)]))}
        value={rampName(ramp)}
        onChange={(name) => onChange(all.find((option) => rampName(option) === name)!)}
      />
    </div>
  );
}
