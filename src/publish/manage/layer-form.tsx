import type { TimeDefinition } from '../../../sw/rows/manifest.ts';
import type { LayerChanges } from '../../../sw/service/apply-edit.ts';
import { Button } from '../../parts/button.tsx';
import { Check } from '../../parts/form/check.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { openPage } from '../../state/route.ts';
import { openService } from '../../state/services.ts';
import { openTask } from '../../state/tasks.ts';
import { formatCount } from '../../text/format.ts';
import { changeLayerText } from '../change-layer/change-layer-text.ts';
import { publishText as t } from '../text/publish-text.ts';
import { startOver } from '../wizard/draft.ts';
import { FieldSelect } from './field-select.tsx';
import { FieldsPart } from './fields-part.tsx';
import { attributeFields, type FieldSettings, isText, type Part } from './managed-parts.ts';
import { PopupPart } from './popup-part.tsx';
import { Section } from './section.tsx';
import { subtypeProblem } from './subtype-form.ts';
import { SubtypesPart } from './subtypes-part.tsx';
import { TimePart, timeProblem } from './time-part.tsx';
import { before, useDraft } from './use-draft.ts';
import type { Save } from './use-managed.ts';

export function LayerForm({ service, part, save }: { service: string; part: Part; save: Save }) {
  const { of, id, isLayer, table } = part;
  const layer = 'LayerID' in of ? of : undefined;
  const stored = {
    Name: of.Name,
    Description: of.Description,
    DisplayField: of.DisplayField ?? '',
    DefinitionExpression: of.DefinitionExpression,
    time: of.time ?? null,
    presentation: of.presentation ?? {},
    ...(layer ? { Visible: layer.Visible, MinScale: String(layer.MinScale), MaxScale: String(layer.MaxScale) } : {}),
  };
  const fields: FieldSettings = Object.fromEntries(
    (table?.fields ?? []).map(({ Name, AliasName, Domain, DefaultValue }) => [
      Name,
      { AliasName: AliasName ?? Name, Domain: Domain ?? null, DefaultValue: DefaultValue ?? null },
    ]),
  );
  const draft = useDraft<Stored>(`${service} ${id}`, stored);
  const text = useDraft<Record<string, FieldSettings[string]>>(`${service} ${id} fields`, fields);
  const { now, put } = draft;
  const isNamed = now.Name.trim() !== '';
  const attributes = table ? attributeFields(table) : [];
  // An invalid time that came with the data must not block other changes.
  const isTimeGood = !table || !draft.changed.time || !timeProblem(now.time, table);
  const template = now.presentation.popup?.template;
  return (
    <Section
      title={of.Name}
      isChanged={draft.isChanged || text.isChanged}
      isValid={
        !scaleProblem(now.MinScale ?? '0', now.MaxScale ?? '0') &&
        isNamed &&
        isTimeGood &&
        template !== '' &&
        !subtypeProblem(now.presentation.subtypes?.kinds ?? [])
      }
      onDiscard={() => {
        draft.discard();
        text.discard();
      }}
      onSave={() =>
        save(
          { layers: [makeEdit(id, asRead(draft.changed), text.changed)] },
          { layers: [makeEdit(id, before(stored, draft.changed), before(fields, text.changed))] },
        )
      }
    >
      <div class="row">
        {layer?.kind === 'feature' && (
          <Button
            small
            icon="layers"
            onClick={async () => {
              await openService(service);
              openPage('maps');
              openTask('style', id);
            }}
          >
            {t.manage.restyle}
          </Button>
        )}
        {layer?.kind !== 'group' && (
          <Button
            small
            icon="upload"
            onClick={() => {
              startOver();
              openPage('publish', { into: service, layer: String(id) });
            }}
          >
            {changeLayerText.replace}
          </Button>
        )}
        {table && table.attachmentCount > 0 && (
          <span class="soft">{t.manage.attachments(formatCount(table.attachmentCount))}</span>
        )}
      </div>
      <div class="columns">
        <TextField
          label={t.manage.layerName}
          value={now.Name}
          problem={isNamed ? undefined : t.layer.nameless(of.Name)}
          onInput={(Name) => put({ Name })}
        />
        {attributes.length > 0 && (
          <FieldSelect
            label={t.manage.displayField}
            value={now.DisplayField}
            names={attributes.map(({ Name }) => Name)}
            onChange={(DisplayField) => put({ DisplayField })}
          />
        )}
        {table && (
          <FieldSelect
            label={t.manage.hyperlink}
            value={now.presentation.hyperlinkField ?? ''}
            names={attributes.filter(({ Type }) => isText(Type)).map(({ Name }) => Name)}
            onChange={(name) => put({ presentation: without(now.presentation, 'hyperlinkField', name || undefined) })}
          />
        )}
      </div>
      <TextField
        isLong
        label={t.name.description}
        value={now.Description}
        onInput={(Description) => put({ Description })}
      />
      {isLayer && now.Visible !== undefined && (
        <ScalesPart
          minimum={now.MinScale ?? ''}
          maximum={now.MaxScale ?? ''}
          isVisible={now.Visible}
          onScales={(MinScale, MaxScale) => put({ MinScale, MaxScale })}
          onVisible={(Visible) => put({ Visible })}
        />
      )}
      {!table && layer?.kind === 'raster' && <p class="soft">{t.manage.raster}</p>}
      {table && (
        <>
          <TextField
            isLong
            isCode
            label={t.manage.filter}
            value={now.DefinitionExpression}
            hint={t.manage.filterHint}
            onInput={(DefinitionExpression) => put({ DefinitionExpression })}
          />
          <FieldsPart
            table={table}
            name={of.Name}
            text={text.now}
            hidden={now.presentation.hiddenFields ?? []}
            onText={(field, change) => text.put({ [field]: { ...text.now[field]!, ...change } })}
            onHidden={(hiddenFields) =>
              put({
                presentation: without(now.presentation, 'hiddenFields', hiddenFields.length ? hiddenFields : undefined),
              })
            }
          />
          <TimePart time={now.time} table={table} onTime={(time) => put({ time })} />
          <PopupPart
            popup={now.presentation.popup}
            names={attributes.map(({ Name }) => Name)}
            onPopup={(popup) => put({ presentation: without(now.presentation, 'popup', popup) })}
          />
          <SubtypesPart
            subtypes={now.presentation.subtypes}
            table={table}
            text={text.now}
            onSubtypes={(subtypes) => put({ presentation: without(now.presentation, 'subtypes', subtypes) })}
          />
        </>
      )}
    </Section>
  );
}

interface Stored {
  Name: string;
  Description: string;
  DisplayField: string;
  DefinitionExpression: string;
  time: TimeDefinition | null;
  presentation: NonNullable<Part['of']['presentation']>;
  Visible?: boolean;
  MinScale?: string;
  MaxScale?: string;
}

/** Replace or remove one member of a presentation. */
function without<K extends keyof Stored['presentation']>(
  presentation: Stored['presentation'],
  name: K,
  value: Stored['presentation'][K] | undefined,
): Stored['presentation'] {
  const { [name]: _, ...rest } = presentation;
  return value === undefined ? rest : { ...rest, [name]: value };
}

/** Remove the time extent from changed time settings, because the server reads it from the rows. */
function asRead(changed: Partial<Stored>): Partial<Stored> {
  if (!changed.time) return changed;
  const { fullTimeExtent: _, ...time } = changed.time;
  return { ...changed, time };
}

function makeEdit(
  LayerID: number,
  changed: Partial<Stored>,
  fields: Partial<Record<string, FieldSettings[string]>>,
): LayerChanges {
  const { DisplayField, MinScale, MaxScale, ...rest } = changed;
  return {
    LayerID,
    ...rest,
    DisplayField: DisplayField === '' ? null : DisplayField,
    MinScale: MinScale === undefined ? undefined : Number(MinScale),
    MaxScale: MaxScale === undefined ? undefined : Number(MaxScale),
    fields: Object.keys(fields).length > 0 ? (fields as FieldSettings) : undefined,
  };
}

function ScalesPart(props: {
  /** Denominators as typed: minimum and maximum scale. */
  minimum: string;
  maximum: string;
  isVisible: boolean;
  onScales: (minimum: string, maximum: string) => void;
  onVisible: (isVisible: boolean) => void;
}) {
  const { minimum, maximum, isVisible, onScales, onVisible } = props;
  const problem = scaleProblem(minimum, maximum);
  return (
    <div class="columns">
      <TextField
        isNumber
        label={t.manage.minScale}
        value={minimum}
        hint={t.manage.scaleHint}
        problem={isScale(minimum) ? undefined : t.manage.scaleBad}
        onInput={(typed) => onScales(typed.trim(), maximum)}
      />
      <TextField
        isNumber
        label={t.manage.maxScale}
        value={maximum}
        hint={t.manage.scaleHint}
        problem={isScale(minimum) ? problem : isScale(maximum) ? undefined : t.manage.scaleBad}
        onInput={(typed) => onScales(minimum, typed.trim())}
      />
      <Check on={isVisible} onChange={onVisible}>
        {t.manage.visible}
      </Check>
    </div>
  );
}

const isScale = (typed: string): boolean => /^\d+(\.\d+)?$/.test(typed);

/** Return the problem with the minimum and maximum scale; undefined if there is none. 0 means no limit. */
function scaleProblem(minimum: string, maximum: string): string | undefined {
  if (!isScale(minimum) || !isScale(maximum)) return t.manage.scaleBad;
  const [out, within] = [Number(minimum), Number(maximum)];
  return out > 0 && within > 0 && out <= within ? t.manage.scaleOrder : undefined;
}
