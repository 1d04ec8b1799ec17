import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import { formatError, isAbort } from '../../connection/call.ts';
import { IconButton } from '../../parts/button.tsx';
import { Check } from '../../parts/form/check.tsx';
import { Segments } from '../../parts/form/segments.tsx';
import { Notice } from '../../parts/notice.tsx';
import { isAmount, readStatistics, type TableSubject } from '../../state/rows.ts';
import { formatCount } from '../../text/format.ts';
import { FieldChoice } from '../table/statistics.tsx';
import { mapText } from '../text/maps-text.ts';
import { AmountChoices, MoreFields } from './class-choices.tsx';
import { ClassList } from './class-list.tsx';
import { likelyField } from './likely-field.ts';
import { byLog, byPercent, type Choices, countEmpty, makeRenderer } from './make-renderer.ts';
import { rampBackground, ramps } from './ramps.ts';
import { type Facets, readFacets } from './symbol-facets.ts';

const texts = mapText.style;
const everyRow = { where: '' };
type Renderer = Value<'FeatureRenderer'>;
type Kind = Renderer['type'];

/** True while classes are computed. The preview isn't the chosen style yet, so it can't be saved. */
export const isClassifying = signal(false);

/** Wait until no classes are being computed. */
export const waitForClassification = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = isClassifying.subscribe((is) => {
      if (is) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });

interface Props {
  subject: TableSubject;
  renderer: Renderer | undefined;
  facets: Facets;
  onRenderer: (renderer: Renderer) => void;
}

export function StyleClasses({ subject, renderer, facets, onRenderer }: Props) {
  const kind: Kind = renderer?.type ?? 'SimpleRenderer';
  const numbers = subject.fields.filter(isAmount);
  const categories = subject.fields.filter(({ Type }) => !/OID|Blob|Raster|XML|Double|Single|Geometry/.test(Type));
  const [choices, setChoices] = useState<Choices>(() => readChoices(renderer));
  const [problem, setProblem] = useState<string>();
  /** Number of rows without a value; undefined until counted. */
  const [emptyCount, setEmptyCount] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      running.current?.abort();
      isClassifying.value = false;
    },
    [],
  );

  const classify = async (requested: Kind, choose: (signal: AbortSignal) => Promise<Choices> | Choices) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    isClassifying.value = true;
    setProblem(undefined);
    try {
      const next = await choose(controller.signal);
      if (controller.signal.aborted) return;
      setChoices(next);
      const base =
        requested === 'SimpleRenderer' ? { ...facets, color: typicalColor(renderer) ?? facets.color } : facets;
      const isCounted = requested === 'ClassBreaksRenderer' && next.showsEmpty;
      const empty = isCounted ? await countEmpty(subject, next, controller.signal) : undefined;
      const showsEmpty = isCounted && empty !== 0;
      const made = await makeRenderer(subject, requested, { ...next, showsEmpty }, base, controller.signal);
      if (controller.signal.aborted) return;
      if (isCounted) setEmptyCount(empty);
      onRenderer(made);
    } catch (error) {
      if (!isAbort(error)) setProblem(formatError(error));
    } finally {
      if (running.current === controller && !controller.signal.aborted) isClassifying.value = false;
    }
  };
  const change = (part: Partial<Choices>) => void classify(kind, () => ({ ...choices, ...part }));
  const choose = (requested: Kind) => {
    const fields = requested === 'ClassBreaksRenderer' ? numbers : categories;
    const purpose = requested === 'UniqueValueRenderer' ? 'categories' : 'amounts';
    const isWrongRamp = (choices.ramp.kind === 'categories') !== (purpose === 'categories');
    const ramp = isWrongRamp ? ramps.find((candidate) => candidate.kind === purpose)! : choices.ramp;
    const isSuited = requested === 'SimpleRenderer' || fields.some(({ Name }) => Name === choices.field);
    void classify(requested, async (signal) => ({
      ...choices,
      field: isSuited
        ? choices.field
        : await likelyField(subject, fields, purpose, (request) =>
            readStatistics(subject.id, everyRow, request, signal),
          ),
      moreFields: [],
      ramp,
    }));
  };
  const fitting = ramps.filter(
    (candidate) =>
      candidate.kind !== 'heights' && (kind === 'UniqueValueRenderer') === (candidate.kind === 'categories'),
  );
  const kinds: Partial<Record<Kind, string>> = { ...texts.renderers };
  if (numbers.length === 0) delete kinds.ClassBreaksRenderer;
  if (categories.length === 0) delete kinds.UniqueValueRenderer;
  return (
    <fieldset class="task-group">
      <legend>{texts.renderer}</legend>
      <Segments label={texts.renderer} choices={kinds} value={kind} onChange={choose} />
      {kind !== 'SimpleRenderer' && (
        <>
          <FieldChoice
            name={texts.field}
            fields={kind === 'ClassBreaksRenderer' ? numbers : categories}
            value={choices.field}
            onChange={(field) => change({ field, moreFields: choices.moreFields.filter((name) => name !== field) })}
          />
          {kind === 'ClassBreaksRenderer' ? (
            <AmountChoices choices={choices} numbers={numbers} change={change} />
          ) : (
            <MoreFields choices={choices} fields={categories} change={change} />
          )}
          <div class="field">
            <span class="ramp-head">
              {texts.ramp}
              <IconButton
                small
                icon="swap"
                name={texts.reverse}
                onClick={() => change({ isReversed: !choices.isReversed })}
              />
            </span>
            <Segments
              label={texts.ramp}
              choices={Object.fromEntries(fitting.map(({ name }) => [name, name]))}
              swatches={Object.fromEntries(
                fitting.map((ramp) => [ramp.name, rampBackground(ramp, choices.isReversed)]),
              )}
              value={choices.ramp.name}
              onChange={(name) => change({ ramp: fitting.find((ramp) => ramp.name === name)! })}
            />
          </div>
          {problem && <Notice kind="error">{problem}</Notice>}
          {kind === 'ClassBreaksRenderer' && emptyCount !== 0 && (
            <Check on={choices.showsEmpty} onChange={(showsEmpty) => change({ showsEmpty })}>
              {emptyCount === undefined ? texts.showEmpty : texts.showEmptyCount(formatCount(emptyCount))}
            </Check>
          )}
          {!problem && renderer && <ClassList renderer={renderer} onRenderer={onRenderer} />}
        </>
      )}
    </fieldset>
  );
}

function readChoices(renderer: Renderer | undefined): Choices {
  const defaults = {
    method: 'gisClassifyQuantile',
    moreFields: [] as readonly string[],
    count: 5,
    normalise: '',
    interval: 1,
    isReversed: false,
    showsEmpty: true,
  } as const;
  if (renderer?.type === 'ClassBreaksRenderer')
    return {
      ...defaults,
      showsEmpty: renderer.DefaultSymbol !== undefined,
      field: renderer.Field,
      count: Math.min(12, Math.max(2, renderer.ClassBreakInfos.length)),
      normalise: renderer.NormalizationField ?? normalizations[renderer.NormalizationType ?? ''] ?? '',
      ramp: ramps[0]!,
    };
  const categories = ramps.find(({ kind }) => kind === 'categories')!;
  if (renderer?.type === 'UniqueValueRenderer') {
    const moreFields = [renderer.Field2, renderer.Field3].filter((name) => name !== undefined && name !== '');
    return { ...defaults, field: renderer.Field1, moreFields: moreFields as string[], ramp: categories };
  }
  return { ...defaults, field: '', ramp: ramps[0]! };
}

const normalizations: Readonly<Record<string, string>> = {
  gisNormalizeByPercentOfTotal: byPercent,
  gisNormalizeByLog: byLog,
};

/** Return the color of the middle class, because the first is usually the faintest. */
function typicalColor(renderer: Renderer | undefined): string | undefined {
  if (renderer?.type !== 'ClassBreaksRenderer') return undefined;
  const infos = renderer.ClassBreakInfos;
  return readFacets(infos[Math.ceil(infos.length / 2)]?.Symbol)?.color;
}
