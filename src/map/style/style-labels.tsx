import { useState } from 'preact/hooks';
import { enums, type Value } from '../../../sw/contract/index.ts';
import { color, fill } from '../../../sw/formats/reading/symbols.ts';
import type { GeometryKind } from '../../../sw/rows/manifest.ts';
import { bracketField } from '../../../sw/rows/text/field-in-brackets.ts';
import { DraftInput } from '../../parts/form/draft-input.tsx';
import { SelectField } from '../../parts/form/select.tsx';
import { Switch } from '../../parts/form/switch.tsx';
import { Notice } from '../../parts/notice.tsx';
import { labelClass } from '../../publish/import/style.ts';
import { fieldTitle, type TableSubject } from '../../state/rows.ts';
import { mapText } from '../text/maps-text.ts';
import { styleText } from '../text/style-text.ts';
import { ChoiceRow, ColorRow, SliderRow, SwitchRow } from './control-rows.tsx';
import { LabelClassChoice, LabelWhere } from './label-class-choice.tsx';
import { addLabelClass, changeLabelClasses, restrictLabelClass } from './label-classes.ts';
import { symbolColorToHex } from './symbol-facets.ts';

const texts = mapText.style;
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

export function StyleLabels({ subject, labeling, isOn, onChange }: Props) {
  const classes = labeling?.LabelClassDescriptions ?? [];
  const usable = subject.fields.filter(({ Type }) => !/Blob|Raster|XML/.test(Type));
  const [picked, setChosen] = useState<number>();
  const chosen = classes.length === 1 ? 0 : picked !== undefined && picked < classes.length ? picked : undefined;
  const first = classes[chosen ?? 0];
  const symbol = first?.Symbol;
  const hasHalo = symbol?.MaskStyle === 'gisMSHalo';
  const haloColor = symbol?.MaskSymbol && 'Color' in symbol.MaskSymbol ? symbol.MaskSymbol.Color : undefined;
  const kind = kinds[subject.geometryType ?? 'gisGeometryPoint'] ?? 'point';
  const fresh = (name: string): LabelClass => labelClass(kind, name);
  const putAll = (LabelClassDescriptions: LabelClass[]) => onChange({ LabelClassDescriptions }, isOn);
  const put = (change: (one: LabelClass) => LabelClass) => {
    const base = classes.length > 0 ? classes : [fresh(subject.displayField || (usable[0]?.Name ?? ''))];
    putAll(changeLabelClasses(base, chosen, change));
  };
  const restyle = (part: Partial<Value<'SimpleTextSymbol'>>) =>
    put((current) => ({ ...current, Symbol: { type: 'SimpleTextSymbol', ...current.Symbol, ...part } }));
  return (
    <fieldset class="task-group">
      <legend>
        {texts.labels}
        <Switch
          on={isOn}
          name={texts.labels}
          onChange={(on) => {
            const made = { LabelClassDescriptions: [fresh(subject.displayField || (usable[0]?.Name ?? ''))] };
            onChange(classes.length > 0 ? undefined : made, on);
          }}
        />
      </legend>
      {isOn && (
        <>
          {first && (
            <LabelClassChoice
              classes={classes}
              chosen={chosen}
              onChoose={setChosen}
              onAdd={() => {
                putAll(addLabelClass(classes, first));
                setChosen(classes.length);
              }}
              onRemove={(index) => {
                putAll(classes.toSpliced(index, 1));
                setChosen(undefined);
              }}
            />
          )}
          {chosen !== undefined && (
            <LabelWhere
              key={`where ${chosen} ${classes.length}`}
              subject={subject}
              where={first?.WhereClause ?? ''}
              onWhere={(clause) => put((current) => restrictLabelClass(current, clause))}
            />
          )}
          <LabelText
            key={`words ${chosen} ${classes.length}`}
            fields={usable}
            expression={first?.LabelExpression ?? ''}
            onExpression={(LabelExpression) => put((current) => ({ ...current, LabelExpression }))}
          />
          {kind !== 'polygon' && (
            <ChoiceRow
              name={styleText.placement}
              value={first?.LabelPlacementDescription?.Type ?? ''}
              choices={placementChoices(kind)}
              onChange={(type) =>
                put((current) => ({ ...current, LabelPlacementDescription: makePlacement(kind, type) }))
              }
            />
          )}
          <SliderRow
            name={texts.labelSize}
            unit={texts.points}
            value={symbol?.Size ?? 8}
            minimum={5}
            most={24}
            step={0.5}
            onChange={(Size) => restyle({ Size })}
          />
          <ColorRow
            name={texts.labelColour}
            value={symbolColorToHex(symbol?.Color)}
            onChange={(hex) => restyle({ Color: color(hex) })}
          />
          <SwitchRow
            name={texts.halo}
            on={hasHalo}
            onChange={(on) =>
              restyle(
                on
                  ? { MaskStyle: 'gisMSHalo', MaskSize: 1, MaskSymbol: fill('#ffffff', undefined, 220) }
                  : { MaskStyle: 'gisMSNone' },
              )
            }
          />
          {hasHalo && (
            <>
              <ColorRow
                name={styleText.haloColour}
                value={symbolColorToHex(haloColor)}
                onChange={(hex) => restyle({ MaskSymbol: fill(hex, undefined, 220) })}
              />
              <SliderRow
                name={styleText.haloSize}
                unit={texts.points}
                value={symbol?.MaskSize ?? 1}
                minimum={1}
                most={5}
                step={1}
                onChange={(MaskSize) => restyle({ MaskSize })}
              />
            </>
          )}
          <SwitchRow
            name={styleText.bold}
            on={symbol?.FontWeight === 'bold'}
            onChange={(on) => restyle({ FontWeight: on ? 'bold' : 'normal' })}
          />
          <ScaleRange
            key={`scales ${chosen} ${classes.length}`}
            farthest={first?.MinimumScale ?? 0}
            nearest={first?.MaximumScale ?? 0}
            onChange={(MinimumScale, MaximumScale) => put((current) => ({ ...current, MinimumScale, MaximumScale }))}
          />
        </>
      )}
    </fieldset>
  );
}

const expressionChoice = '#expression';

function LabelText(props: {
  fields: TableSubject['fields'];
  expression: string;
  onExpression: (expression: string) => void;
}) {
  const { fields, expression, onExpression } = props;
  const field = fields.find(({ Name }) => expression === bracketField(Name))?.Name;
  const [isOwn, setOwn] = useState(field === undefined && expression !== '');
  const [typed, setTyped] = useState(expression);
  return (
    <>
      <SelectField
        label={texts.labelField}
        value={isOwn ? expressionChoice : (field ?? '')}
        choices={[
          ...fields.map((fieldInfo) => [fieldInfo.Name, fieldTitle(fieldInfo)] as const),
          [expressionChoice, styleText.ownExpression],
        ]}
        onChange={(value) => {
          setOwn(value === expressionChoice);
          if (value === expressionChoice) setTyped(expression);
          else onExpression(bracketField(value));
        }}
      />
      {isOwn && (
        <label class="field">
          <span>{styleText.expression}</span>
          <input
            class="input"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
            placeholder={`[${fields[0]?.Name ?? ''}] & " (" & [${fields[1]?.Name ?? ''}] & ")"`}
            spellcheck={false}
            onChange={(event) => event.currentTarget.value.trim() && onExpression(event.currentTarget.value.trim())}
          />
          <small>{styleText.expressionHint}</small>
        </label>
      )}
    </>
  );
}

type Placement = Value<'LabelPlacementDescription'>;

const types = {
  point: { type: 'PointLabelPlacementDescription', choices: enums.gisServerPointLabelPlacementType.values },
  multipoint: { type: 'PointLabelPlacementDescription', choices: enums.gisServerPointLabelPlacementType.values },
  polyline: { type: 'LineLabelPlacementDescription', choices: enums.gisServerLineLabelPlacementType.values },
  polygon: { type: 'PolygonLabelPlacementDescription', choices: enums.gisServerPolygonLabelPlacementType.values },
} as const satisfies Record<GeometryKind, unknown>;

/** Return the label placements for a geometry type, with their names. */
function placementChoices(kind: GeometryKind): Readonly<Record<string, string>> {
  return Object.fromEntries(types[kind].choices.map((choice) => [choice, placementText(choice)]));
}

const makePlacement = (kind: GeometryKind, choice: string): Placement =>
  ({ type: types[kind].type, Type: choice }) as Placement;

function placementText(choice: string): string {
  const [, height = '', side = ''] = /Placement(Above|Below|Center)(\w+)$/.exec(choice) ?? [];
  const { places } = styleText;
  if (!height) return places.Center ?? choice;
  return `${places[height]}, ${side === 'Center' ? places.centred : places[side]}`;
}

interface ScaleRangeProps {
  /** Denominators; 0 is no limit. */
  farthest: number;
  nearest: number;
  onChange: (farthest: number, nearest: number) => void;
}

/** Scale range of labels. An inverted range is reported and not applied. */
function ScaleRange({ farthest, nearest, onChange }: ScaleRangeProps) {
  const [typed, setTyped] = useState({ farthest: shown(farthest), nearest: shown(nearest) });
  const [far, near] = [Number(typed.farthest), Number(typed.nearest)];
  const isWrong = far > 0 && near > 0 && far <= near;
  const put = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    const [a, b] = [Number(next.farthest), Number(next.nearest)];
    if (a >= 0 && b >= 0 && !(a > 0 && b > 0 && a <= b)) onChange(a, b);
  };
  return (
    <fieldset class="scale-range">
      <legend>{styleText.scales}</legend>
      {(['farthest', 'nearest'] as const).map((end) => (
        <label class="field" key={end}>
          <span>{styleText[end]}</span>
          <DraftInput
            type="number"
            inputMode="numeric"
            min={0}
            step="any"
            placeholder={styleText.anyScale}
            value={typed[end]}
            aria-invalid={isWrong}
            onCommit={(value) => put({ [end]: value })}
          />
        </label>
      ))}
      {isWrong && <Notice kind="error">{styleText.wrongScales}</Notice>}
    </fieldset>
  );
}

const shown = (scale: number): string => (scale > 0 ? String(scale) : '');
