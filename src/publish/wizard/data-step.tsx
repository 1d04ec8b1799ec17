import { diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';
import type { Diagnostic } from '../../../sw/formats/reading/read-fault.ts';
import { referenceFromWkid } from '../../../sw/geometry/spatial-reference.ts';
import { Button } from '../../parts/button.tsx';
import { Check } from '../../parts/form/check.tsx';
import { Select } from '../../parts/form/select.tsx';
import { Switch } from '../../parts/form/switch.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { formatCount, formatDate } from '../../text/format.ts';
import { AttachForm } from '../attachments/attach-form.tsx';
import { changeLayerText as layerText } from '../change-layer/change-layer-text.ts';
import { FieldsTable } from '../fields-table.tsx';
import type { DecidedColumn, DecidedLayer } from '../import/decided.ts';
import type { ReadColumn, ReadLayer } from '../import/read-layer.ts';
import { readingText } from '../import/text/reading-text.ts';
import { resolveSymbol } from '../job/decide.ts';
import { listFollowers, referenceLeader } from '../job/drawing-reference.ts';
import { codePattern } from '../job/problems.ts';
import { pickFiles } from '../pick-files.ts';
import { publishText as t } from '../text/publish-text.ts';
import {
  addFiles,
  attached,
  changeCode,
  changeLayer,
  files,
  form,
  includeLayer,
  layers,
  startOver,
  unread,
} from './draft.ts';
import { LocationChoice } from './location-choice.tsx';
import { DrawingReference, ReferenceChoice } from './reference-choice.tsx';
import { SketchMap } from './sketch-map.tsx';

const icons: Record<ReadLayer['geometry'], IconName> = {
  points: 'point',
  lines: 'line',
  polygons: 'polygon',
  none: 'table',
  raster: 'map',
};
/** Number of layers that start expanded; the others start collapsed. */
const maxOpen = 4;

export function DataStep() {
  const draft = form.value;
  if (!draft) return null;
  return (
    <>
      <div class="row">
        <span class="soft spacer">{t.files.chosen(files.value.length)}</span>
        <Button small icon="plus" onClick={() => void pickFiles('files').then(addFiles)}>
          {t.files.more}
        </Button>
        <Button small kind="quiet" onClick={startOver}>
          {t.files.startOver}
        </Button>
      </div>
      <Unread />
      {layers.value.map((layer, index) => (
        <LayerCard key={`${layer.name} ${index}`} layer={layer} draft={draft.layers[index]!} index={index} />
      ))}
      {attached.value && <AttachForm attached={attached.value} draft={draft} />}
    </>
  );
}

/** Maximum number of unread files to list with their reasons. */
const maxUnread = 12;

function Unread() {
  const all = unread.value;
  if (all.length === 0) return null;
  return (
    <Notice kind="warning">
      <strong>{t.location.unread(all.length)}</strong>
      <ul class="problem-list">
        {all.slice(0, maxUnread).map(({ name, reason }) => (
          <li key={name}>{diagnosticText(reason, readingText)}</li>
        ))}
        {all.length > maxUnread && <li>{t.location.moreUnread(all.length - maxUnread)}</li>}
      </ul>
    </Notice>
  );
}

function LayerCard({ layer, draft, index }: { layer: ReadLayer; draft: DecidedLayer; index: number }) {
  const reference =
    layer.spatialReference ?? (codePattern.test(draft.code) ? referenceFromWkid(Number(draft.code)) : undefined);
  const hasGeometry = layer.geometry !== 'none';
  return (
    <section class="card layer-card" aria-label={layer.name} data-left-out={draft.isLeftOut ? '' : undefined}>
      <header>
        <Icon name={icons[layer.geometry]} size={22} />
        <div>
          <h2>{layer.name}</h2>
          <p class="soft">
            <span class="badge">{layer.format}</span> {t.layer.kind[layer.geometry]} ·{' '}
            {t.layer.count(formatCount(layer.rowCount), layer.geometry)}
          </p>
        </div>
        <Switch
          on={!draft.isLeftOut}
          name={form.value?.target ? layerText.include(layer.name) : t.layer.include(layer.name)}
          onChange={(on) => includeLayer(index, on)}
        />
      </header>
      {draft.isLeftOut ? (
        <p class="soft">{form.value?.target ? layerText.leftOut : t.layer.leftOut}</p>
      ) : (
        <>
          <Diagnostics notes={layer.notes} />
          {layer.located &&
            layers.value.findIndex((candidate) => candidate.located?.origin === layer.located?.origin) === index && (
              <LocationChoice layer={layer} />
            )}
          {hasGeometry && (
            <div class="where">
              <SketchMap layer={layer} reference={reference} color={resolveSymbol(draft, layer).color} />
              <Reference layer={layer} draft={draft} index={index} />
            </div>
          )}
          {layer.geometry !== 'raster' && layer.columns.length > 0 && (
            <details open={index < maxOpen}>
              <summary>
                {t.fields.title} ({formatCount(layer.columns.length)})
              </summary>
              <FieldTable layer={layer} draft={draft} index={index} />
            </details>
          )}
        </>
      )}
    </section>
  );
}

function Reference({ layer, draft, index }: { layer: ReadLayer; draft: DecidedLayer; index: number }) {
  const forms = form.value!.layers;
  const leader = referenceLeader(layers.value, forms, index);
  if (leader !== undefined)
    return (
      <DrawingReference
        code={draft.code}
        leader={layers.value[leader]!.name}
        onOwn={() => changeLayer(index, { hasOwnCode: true })}
      />
    );
  const follow = draft.hasOwnCode
    ? referenceLeader(layers.value, forms.with(index, { ...draft, hasOwnCode: false, isLeftOut: true }), index)
    : undefined;
  return (
    <div class="stack near">
      <ReferenceChoice
        layer={layer}
        among={listFollowers(layers.value, forms, index).map((i) => layers.value[i]!)}
        code={draft.code}
        onCode={(code) => changeCode(index, code)}
      />
      {follow !== undefined && (
        <div class="row">
          <Button small onClick={() => changeLayer(index, { hasOwnCode: false, code: forms[follow]!.code })}>
            {t.location.drawing.same(layers.value[follow]!.name)}
          </Button>
        </div>
      )}
    </div>
  );
}

function Diagnostics({ notes }: { notes: readonly Diagnostic[] }) {
  if (notes.length === 0) return null;
  return (
    <details class="diagnostics" open={notes.length <= 6}>
      <summary>
        <Icon name="warning" size={16} /> {t.layer.problems(notes.length)}
      </summary>
      <ul class="problem-list">
        {notes.map((note) => {
          const text = diagnosticText(note, readingText);
          return <li key={text}>{text}</li>;
        })}
      </ul>
    </details>
  );
}

function FieldTable({ layer, draft, index }: { layer: ReadLayer; draft: DecidedLayer; index: number }) {
  const put = (name: string, change: DecidedColumn) =>
    changeLayer(index, { columns: { ...draft.columns, [name]: { ...draft.columns[name], ...change } } });
  return (
    <FieldsTable of={layer.name} last={t.fields.samples}>
      {layer.columns.map((column) => (
        <FieldRow key={column.name} column={column} choice={draft.columns[column.name] ?? {}} onPut={put} />
      ))}
    </FieldsTable>
  );
}

function FieldRow(props: {
  column: ReadColumn;
  choice: DecidedColumn;
  onPut: (name: string, change: DecidedColumn) => void;
}) {
  const { column, choice, onPut } = props;
  const { name, alias, readings, samples, emptyCount } = column;
  const reading = choice.reading ?? readings[0]!.reading;
  const isDate = readings[0]!.reading === 'Date';
  return (
    <tr data-left-out={choice.isLeftOut ? '' : undefined}>
      <td>
        <Check
          aria-label={t.fields.use(name)}
          on={!choice.isLeftOut}
          onChange={(on) => onPut(name, { isLeftOut: !on })}
        >
          <code>{name}</code>
        </Check>
      </td>
      <td>
        <input
          class="input small"
          aria-label={t.fields.aliasOf(name)}
          value={choice.alias ?? alias}
          disabled={choice.isLeftOut}
          onInput={(event) => onPut(name, { alias: event.currentTarget.value })}
        />
      </td>
      <td>
        {readings.length > 1 ? (
          <Select
            class="small"
            aria-label={t.fields.typeOf(name)}
            value={reading}
            disabled={choice.isLeftOut}
            choices={readings.map((readingName) => [
              readingName.reading,
              `${t.fields.readings[readingName.reading]}${readingName.lost > 0 ? ` (${t.fields.lost(formatCount(readingName.lost))})` : ''}`,
            ])}
            onChange={(chosen) => onPut(name, { reading: chosen })}
          />
        ) : (
          t.fields.readings[reading]
        )}
      </td>
      <td class="samples">
        {samples.map((value) => (isDate ? formatDate(new Date(Number(value))) : String(value))).join(' · ')}
        {emptyCount > 0 && <small> {t.fields.empty(formatCount(emptyCount))}</small>}
      </td>
    </tr>
  );
}
