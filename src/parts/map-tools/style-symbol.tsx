import type { Value } from '../../../sw/contract/index.ts';
import { mapText } from '../../text/map-text.ts';
import type { Facets } from './symbol-facets.ts';

const words = mapText.style;

interface Props {
  facets: Facets;
  /** False where the classes have colours of their own. */
  hasColour: boolean;
  /** Percent. */
  opacity: number;
  onFacets: (facets: Facets) => void;
  onOpacity: (percent: number) => void;
}

/** Size, outline and colour of the symbols of a layer. */
export function StyleSymbol({ facets, hasColour, opacity, onFacets, onOpacity }: Props) {
  const { kind } = facets;
  const put = (part: Partial<Facets>) => onFacets({ ...facets, ...part });
  return (
    <fieldset class="task-group">
      <legend>{words.symbol}</legend>
      {hasColour && <ColourRow name={words.colour} value={facets.color} onChange={(color) => put({ color })} />}
      {kind !== 'fill' && (
        <SliderRow
          name={kind === 'line' ? words.width : words.size}
          unit={words.points}
          value={facets.sizePt}
          least={kind === 'line' ? 0.25 : 1}
          most={kind === 'line' ? 12 : 40}
          step={kind === 'line' ? 0.25 : 0.5}
          onChange={(sizePt) => put({ sizePt })}
        />
      )}
      {kind === 'marker' && (
        <label class="control-row">
          <span>{words.shape}</span>
          <select
            class="input small"
            value={facets.markerStyle}
            onChange={(event) => put({ markerStyle: event.currentTarget.value as Value<'gisSimpleMarkerStyle'> })}
          >
            {Object.entries(words.shapes).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      {kind !== 'line' && (
        <>
          <ColourRow
            name={words.outline}
            value={facets.outlineColor}
            onChange={(outlineColor) => put({ outlineColor })}
          />
          <SliderRow
            name={`${words.outline}, ${words.width.toLowerCase()}`}
            unit={words.points}
            value={facets.outlinePt}
            least={0}
            most={5}
            step={0.1}
            onChange={(outlinePt) => put({ outlinePt })}
          />
        </>
      )}
      <SliderRow name={words.opacity} unit="%" value={opacity} least={0} most={100} step={1} onChange={onOpacity} />
    </fieldset>
  );
}

/** A colour with its name before it. */
export function ColourRow(props: { name: string; value: string; onChange: (hex: string) => void }) {
  return (
    <label class="control-row">
      <span>{props.name}</span>
      <input type="color" value={props.value} onInput={(event) => props.onChange(event.currentTarget.value)} />
    </label>
  );
}

interface SliderRowProps {
  name: string;
  unit: string;
  value: number;
  least: number;
  most: number;
  step: number;
  onChange: (value: number) => void;
}

/** A number on a slider, with the number beside it. */
export function SliderRow({ name, unit, value, least, most, step, onChange }: SliderRowProps) {
  return (
    <label class="control-row">
      <span>{name}</span>
      <input
        type="range"
        class="slider"
        min={least}
        max={most}
        step={step}
        value={value}
        style={{ '--share': Math.min(1, Math.max(0, (value - least) / (most - least))) }}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <output>
        {Number(value.toFixed(2))} {unit}
      </output>
    </label>
  );
}
