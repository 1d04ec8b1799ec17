import { useEffect, useState } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import { formatError } from '../../connection/call.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { listAdded } from '../../parts/extension.ts';
import { Segments } from '../../parts/form/segments.tsx';
import { labelChoices, Select, SelectField } from '../../parts/form/select.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { extentToEnvelope } from '../../state/references.ts';
import { shownReference } from '../../state/requested.ts';
import { countRows, rowIds, type TableSubject, tableSubject, tableSubjects } from '../../state/rows.ts';
import { mapInfo } from '../../state/services.ts';
import { chooseTool, leaveQuery, openDock, openTask, queryShape, type RowQuery } from '../../state/tasks.ts';
import { showToast } from '../../state/toasts.ts';
import { view } from '../../state/view.ts';
import { filterLayer } from '../state/filter-layer.ts';
import { TaskPanel } from '../task-panel.tsx';
import { queryText } from '../text/query-text.ts';
import { QueryCondition } from './query-condition.tsx';
import { type ConditionRow, isWrong, makeWhereClause } from './query-conditions.ts';
import { countText, selectRows, zoomToRows } from './query-result.ts';

const texts = queryText;
const debounceMs = 250;

type Area = 'anywhere' | 'inView' | 'drawn';

/** Panel that builds a query from conditions and an area. It counts the matches before rows are read. */
export function QueryBuilder({ layerId }: { layerId: number }) {
  const subject = tableSubject(mapInfo.value, layerId);
  return subject ? <Builder key={layerId} subject={subject} /> : null;
}

function Builder({ subject }: { subject: TableSubject }) {
  const usable = subject.fields.filter(({ Type }) => !/Blob|Raster|XML/.test(Type));
  const fresh = (): ConditionRow => {
    const field = usable.find(({ Name }) => Name === subject.displayField) ?? usable[1] ?? usable[0];
    return { field: field?.Name ?? '', operator: '=', value: '', value2: '' };
  };
  const [rows, setRows] = useState<readonly ConditionRow[]>(() => [fresh()]);
  const [join, setJoin] = useState<'AND' | 'OR'>('AND');
  const [sql, setSql] = useState<string>();
  const [area, setArea] = useState<Area>('anywhere');
  const [relation, setRelation] = useState<Value<'gisSpatialRelEnum'>>('gisSpatialRelIntersects');
  useEffect(() => leaveQuery, []);

  const where = sql ?? makeWhereClause(rows, usable, join);
  const wrong =
    sql === undefined
      ? rows.find((row) => usable.some((field) => field.Name === row.field && isWrong(row, field)))
      : undefined;
  const shown = area === 'inView' ? view.value : undefined;
  const shape = area === 'drawn' ? queryShape.value : shown && extentToEnvelope(shown.extent, shownReference.value);
  const isShapeMissing = area === 'drawn' && !shape;
  const requested: RowQuery = { where, area: shape && { shape, relation } };
  const question = JSON.stringify(requested);
  // A count belongs to one query and must not be shown for another.
  const { value: count, problem } = useRead(
    isShapeMissing || wrong ? undefined : `${subject.id} ${question}`,
    (signal) => Promise.all([countRows(subject.id, requested, signal), countRows(subject.id, { where: '' }, signal)]),
    { delayMs: debounceMs },
  );

  const change = (index: number, part: Partial<ConditionRow>) =>
    setRows(rows.map((row, i) => (i === index ? { ...row, ...part } : row)));
  const withIds = async (use: (ids: readonly number[]) => unknown) => {
    try {
      await use(await rowIds(subject.id, requested));
    } catch (error) {
      showToast({ kind: 'error', message: formatError(error) });
    }
  };
  const isReady = count !== undefined && count[0] > 0 && !problem && !wrong;
  return (
    <TaskPanel
      title={texts.title(subject.name)}
      footer={
        <>
          <p class="query-count" role="status" data-empty={wrong || count?.[0] === 0 ? '' : undefined}>
            {wrong ? texts.notANumber(wrong.value || wrong.value2) : countText(count, isShapeMissing, problem)}
          </p>
          <div class="task-actions wrapping">
            <Button kind="primary" icon="table" disabled={!isReady} onClick={() => openDock(subject.id, requested)}>
              {texts.show}
            </Button>
            {subject.isLayer && (
              <Button disabled={!isReady} onClick={() => void withIds((ids) => selectRows(subject, ids))}>
                {texts.select}
              </Button>
            )}
            {subject.isLayer && area === 'anywhere' && (
              <Button disabled={!isReady || where === ''} onClick={() => void filterLayer(subject.id, where)}>
                {texts.asFilter}
              </Button>
            )}
            {subject.isLayer && (
              <IconButton
                icon="zoom-to"
                name={texts.zoom}
                side="top"
                disabled={!isReady}
                onClick={() => void withIds((ids) => zoomToRows(subject, ids))}
              />
            )}
            {listAdded('rowActions').map(({ label, icon, run }) => (
              <IconButton
                key={label()}
                icon={icon}
                name={label()}
                side="top"
                disabled={!isReady}
                onClick={() => void withIds((ids) => run(subject.id, ids))}
              />
            ))}
          </div>
        </>
      }
    >
      <SelectField
        label={texts.layer}
        value={subject.id}
        choices={tableSubjects(mapInfo.value).map(({ id, name }) => [id, name])}
        onChange={(layerId) => openTask('query', layerId)}
      />
      <fieldset class="task-group">
        <legend>
          {texts.conditions}
          <Button kind="quiet" small onClick={() => setSql(sql === undefined ? where : undefined)}>
            {sql === undefined ? texts.expert : texts.builder}
          </Button>
        </legend>
        {sql !== undefined ? (
          <textarea
            class="input sql"
            rows={4}
            spellcheck={false}
            aria-label={texts.sql}
            aria-invalid={problem !== undefined}
            value={sql}
            onInput={(event) => setSql(event.currentTarget.value)}
          />
        ) : (
          <>
            {rows.map((row, index) => (
              <QueryCondition
                key={index}
                subject={subject}
                row={row}
                index={index}
                onChange={(part) => change(index, part)}
                onRemove={rows.length > 1 ? () => setRows(rows.filter((_, i) => i !== index)) : undefined}
              />
            ))}
            <div class="condition-foot">
              <Button kind="quiet" small icon="plus" onClick={() => setRows([...rows, fresh()])}>
                {texts.add}
              </Button>
              {rows.length > 1 && (
                <Select
                  class="small"
                  aria-label={texts.conditions}
                  value={join}
                  choices={[
                    ['AND', texts.all],
                    ['OR', texts.any],
                  ]}
                  onChange={setJoin}
                />
              )}
            </div>
          </>
        )}
      </fieldset>
      {subject.isLayer && (
        <fieldset class="task-group">
          <legend>{texts.area}</legend>
          <Segments
            label={texts.area}
            choices={{ anywhere: texts.anywhere, inView: texts.inView, drawn: texts.drawn }}
            value={area}
            onChange={setArea}
          />
          {area === 'drawn' && (
            <div class="pair">
              <Button small icon="box" onClick={() => chooseTool('box', true)}>
                {texts.drawBox}
              </Button>
              <Button small icon="polygon" onClick={() => chooseTool('polygon', true)}>
                {texts.drawPolygon}
              </Button>
            </div>
          )}
          {area !== 'anywhere' && (
            <SelectField
              label={texts.relation}
              value={relation}
              choices={labelChoices(texts.relations as Record<Value<'gisSpatialRelEnum'>, string>)}
              onChange={setRelation}
            />
          )}
        </fieldset>
      )}
      {problem && (
        <Notice kind="error">
          <strong>{texts.failed}</strong>
          <span>{problem}</span>
        </Notice>
      )}
    </TaskPanel>
  );
}
