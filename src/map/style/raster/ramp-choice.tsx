import { IconButton } from '../../../parts/button.tsx';
import { Segments } from '../../../parts/form/segments.tsx';
import { mapText } from '../../text/maps-text.ts';
import { rasterText } from '../../text/raster-text.ts';
import type { Ramp } from '../ramps.ts';
import { type ChosenRamp, chosenRamp, gradient, valueRamps } from './raster-ramp.ts';

interface Props {
  ramp: ChosenRamp;
  ramps?: readonly Ramp[];
  onChange: (ramp: ChosenRamp) => void;
}

const reversed = ({ stops, ...ramp }: ChosenRamp): ChosenRamp => ({
  ...ramp,
  isReversed: !ramp.isReversed,
  colors: ramp.colors.toReversed(),
  ...(stops && { stops: stops.map((percent) => 100 - percent).toReversed() }),
});

/** Select a ramp. A ramp of the published style that isn't in the list comes first. */
export function RampChoice({ ramp, ramps = valueRamps, onChange }: Props) {
  const { isReversed } = ramp;
  const listed = ramps.map((one) => chosenRamp(one, isReversed));
  const all = ramp.name === undefined ? [ramp, ...listed] : listed;
  const nameOf = ({ name = rasterText.ownRamp }: ChosenRamp): string => name;
  return (
    <div class="field">
      <span class="ramp-head">
        {rasterText.ramp}
        <IconButton small icon="swap" name={mapText.style.reverse} onClick={() => onChange(reversed(ramp))} />
      </span>
      <Segments
        label={rasterText.ramp}
        choices={Object.fromEntries(all.map((one) => [nameOf(one), nameOf(one)]))}
        swatches={Object.fromEntries(all.map((one) => [nameOf(one), gradient(one.colors, one.stops)]))}
        value={nameOf(ramp)}
        onChange={(name) => onChange(all.find((one) => nameOf(one) === name)!)}
      />
    </div>
  );
}
