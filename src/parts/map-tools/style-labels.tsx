import type { Value } from '../../../sw/contract/index.ts';
import { labelClass } from '../../publish/style.ts';
import { color, fill } from '../../publish/symbols.ts';
import type { TableSubject } from '../../state/rows.ts';
import { mapText } from '../../text/map-text.ts';
import { Switch } from '../switch.tsx';
import { FieldChoice } from './statistics.tsx';
import { ColourRow, SliderRow } from './style-symbol.tsx';
import { hexOf } from './symbol-facets.ts';

const words = mapText.style;
type Labeling = Value<'LabelingDescription'>;
type LabelClass = Value<'LabelClassDescription'>;

const kinds = {
  gisGeometryPolygon: 'polygon',
  gisGeometryPolyline: 'polyline',
} as Partial<Record<Value<'gisGeometryType'>, 'polygon' | 'polyline'>>;

interface Props {
  subject: TableSubject;
  labeling: Labeling | undefined;
  isOn: boolean;
  onChange: (labeling: Labeling | undefined, isOn: boolean) => void;
}

/** Which field names the features on the map, and how. A change goes to all label classes. */
export function StyleLabels({ subject, labeling, isOn, onChange }: Props) {
  const classes = labeling?.LabelClassDescriptions ?? [];
  const usable = subject.fields.filter(({ Type }) => !/Blob|Raster|XML/.test(Type));
  const first = classes[0];
  const field = /^\[([^\]]+)\]$/.exec(first?.LabelExpression ?? '')?.[1] ?? '';
  const symbol = first?.Symbol;
  const fresh = (name: string): LabelClass =>
    labelClass(kinds[subject.geometryType ?? 'gisGeometryPoint'] ?? 'point', name);
  const put = (change: (one: LabelClass) => LabelClass) => {
    const base = classes.length > 0 ? classes : [fresh(subject.displayField || (usable[0]?.Name ?? ''))];
    onChange({ LabelClassDescriptions: base.map(change) }, isOn);
  };
  const restyle = (part: Partial<Value<'SimpleTextSymbol'>>) =>
    put((one) => ({ ...one, Symbol: { type: 'SimpleTextSymbol', ...one.Symbol, ...part } }));
  return (
    <fieldset class="task-group">
      <legend>
        {words.labels}
        <Switch
          on={isOn}
          name={words.labels}
          onChange={(on) => {
            const made = { LabelClassDescriptions: [fresh(subject.displayField || (usable[0]?.Name ?? ''))] };
            onChange(classes.length > 0 ? undefined : made, on);
          }}
        />
      </legend>
      {isOn && (
        <>
          <FieldChoice
            name={words.labelField}
            fields={usable}
            {...(field === '' && { none: first?.LabelExpression ?? '' })}
            value={field}
            onChange={(name) => name && put((one) => ({ ...one, LabelExpression: `[${name}]` }))}
          />
          <SliderRow
            name={words.labelSize}
            unit={words.points}
            value={symbol?.Size ?? 8}
            least={5}
            most={24}
            step={0.5}
            onChange={(Size) => restyle({ Size })}
          />
          <ColourRow
            name={words.labelColour}
            value={hexOf(symbol?.Color)}
            onChange={(hex) => restyle({ Color: color(hex) })}
          />
          <div class="control-row">
            <span>{words.halo}</span>
            <Switch
              on={symbol?.MaskStyle === 'gisMSHalo'}
              name={words.halo}
              onChange={(on) =>
                restyle(
                  on
                    ? { MaskStyle: 'gisMSHalo', MaskSize: 1, MaskSymbol: fill('#ffffff', undefined, 220) }
                    : { MaskStyle: 'gisMSNone' },
                )
              }
            />
          </div>
        </>
      )}
    </fieldset>
  );
}
