import { useState } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import { color, fill } from '../../../sw/formats/reading/symbols.ts';
import { bracketed } from '../../../sw/rows/text/field-in-brackets.ts';
import { SelectField } from '../../parts/form/select.tsx';
import { Switch } from '../../parts/form/switch.tsx';
import { labelClass } from '../../publish/import/style.ts';
import { fieldTitle, type TableSubject } from '../../state/rows.ts';
import { mapText } from '../text/maps-text.ts';
import { styleText } from '../text/style-text.ts';
import { ChoiceRow, ColourRow, SliderRow, SwitchRow } from './control-rows.tsx';
import { LabelClassChoice, LabelWhere } from './label-class-choice.tsx';
import { added, changed, restricted } from './label-classes.ts';
import { placementChoices, placementOf } from './label-placements.ts';
import { ScaleRange } from './scale-range.tsx';
import { hexOf } from './symbol-facets.ts';

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
  const haloColour = symbol?.MaskSymbol && 'Color' in symbol.MaskSymbol ? symbol.MaskSymbol.Color : undefined;
  const kind = kinds[subject.geometryType ?? 'gisGeometryPoint'] ?? 'point';
  const fresh = (name: string): LabelClass => labelClass(kind, name);
  const putAll = (LabelClassDescriptions: LabelClass[]) => onChange({ LabelClassDescriptions }, isOn);
  const put = (change: (one: LabelClass) => LabelClass) => {
    const base = classes.length > 0 ? classes : [fresh(subject.displayField || (usable[0]?.Name ?? ''))];
    putAll(changed(base, chosen, change));
  };
  const restyle = (part: Partial<Value<'SimpleTextSymbol'>>) =>
    put((one) => ({ ...one, Symbol: { type: 'SimpleTextSymbol', ...one.Symbol, ...part } }));
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
                putAll(added(classes, first));
                setChosen(classes.length);
              }}
              onRemove={(at) => {
                putAll(classes.toSpliced(at, 1));
                setChosen(undefined);
              }}
            />
          )}
          {chosen !== undefined && (
            <LabelWhere
              key={`where ${chosen} ${classes.length}`}
              subject={subject}
              where={first?.WhereClause ?? ''}
              onWhere={(clause) => put((one) => restricted(one, clause))}
            />
          )}
          <LabelText
            key={`words ${chosen} ${classes.length}`}
            fields={usable}
            expression={first?.LabelExpression ?? ''}
            onExpression={(LabelExpression) => put((one) => ({ ...one, LabelExpression }))}
          />
          {kind !== 'polygon' && (
            <ChoiceRow
              name={styleText.placement}
              value={first?.LabelPlacementDescription?.Type ?? ''}
              choices={placementChoices(kind)}
              onChange={(type) => put((one) => ({ ...one, LabelPlacementDescription: placementOf(kind, type) }))}
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
          <ColourRow
            name={texts.labelColour}
            value={hexOf(symbol?.Color)}
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
              <ColourRow
                name={styleText.haloColour}
                value={hexOf(haloColour)}
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
            onChange={(MinimumScale, MaximumScale) => put((one) => ({ ...one, MinimumScale, MaximumScale }))}
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
  const field = fields.find(({ Name }) => expression === bracketed(Name))?.Name;
  const [isOwn, setOwn] = useState(field === undefined && expression !== '');
  const [typed, setTyped] = useState(expression);
  return (
    <>
      <SelectField
        label={texts.labelField}
        value={isOwn ? expressionChoice : (field ?? '')}
        choices={[
          ...fields.map((one) => [one.Name, fieldTitle(one)] as const),
          [expressionChoice, styleText.ownExpression],
        ]}
        onChange={(value) => {
          setOwn(value === expressionChoice);
          if (value === expressionChoice) setTyped(expression);
          else onExpression(bracketed(value));
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
