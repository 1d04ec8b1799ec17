import { useEffect, useRef, useState } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import { call, messageOf } from '../../connection/call.ts';
import { editLayers } from '../../connection/catalogue.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorState, Notice } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { refreshStorage } from '../../state/host.ts';
import { notifyOtherTabs } from '../../state/other-tabs.ts';
import { drafts, setDraft } from '../../state/requested.ts';
import { type TableSubject, tableSubject } from '../../state/rows.ts';
import { areLabelsOn, currentKey, type LayerInfo, mapInfo, refreshMap, refreshServices } from '../../state/services.ts';
import { task } from '../../state/tasks.ts';
import { showToast } from '../../state/toasts.ts';
import { activity } from '../../state/view.ts';
import { mayFade, rowValuesOf, withRowValues } from '../table/row-values.ts';
import { TaskPanel } from '../task-panel.tsx';
import { mapText } from '../text/maps-text.ts';
import { styleText } from '../text/style-text.ts';
import { useAboveSheet } from '../view/above-sheet.ts';
import { StyleClasses } from './style-classes.tsx';
import { StyleLabels } from './style-labels.tsx';
import { StyleRows } from './style-rows.tsx';
import { StyleSymbol } from './style-symbol.tsx';
import { type Facets, facetsOf, plainFacets, reshaped, symbolOf } from './symbol-facets.ts';

const texts = mapText.style;
type Drawing = Value<'FeatureLayerDrawingDescription'>;
type Renderer = Value<'FeatureRenderer'>;

export function StyleEditor({ layerId }: { layerId: number }) {
  const layer = mapInfo.value?.MapLayerInfos?.find((one) => one.LayerID === layerId);
  const subject = tableSubject(mapInfo.value, layerId);
  const [service, MapName] = [currentKey.peek(), mapInfo.peek()?.Name];
  const { value: published, problem } = useRead(service && MapName && String(layerId), async (): Promise<Drawing> => {
    const request = { MapName: MapName!, LayerIDs: [layerId], SymbolOutputOptions: {} };
    const { Result } = await call('GetDefaultLayerDrawingDescriptions', service!, request);
    const found = Result.find((one) => one.type === 'FeatureLayerDrawingDescription');
    return found ?? { type: 'FeatureLayerDrawingDescription' };
  });
  useAboveSheet();
  if (!layer || !subject) return null;
  if (!published)
    return (
      <TaskPanel title={texts.title(layer.Name)}>
        {problem ? <ErrorState title={texts.failed} message={problem} /> : <div class="skeleton tall" />}
      </TaskPanel>
    );
  return <Editor key={layerId} layer={layer} subject={subject} published={published} />;
}

interface EditorProps {
  layer: LayerInfo;
  subject: TableSubject;
  published: Drawing;
}

function Editor({ layer, subject, published }: EditorProps) {
  const { LayerID } = layer;
  const draft = drafts.value.get(LayerID);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const drawing = draft?.drawing ?? published;
  const showsLabels = draft?.ShowLabels ?? areLabelsOn(layer);
  const put = (part: Partial<Drawing>, ShowLabels = showsLabels) => {
    // A response may arrive after further changes: it is merged into the current style.
    const now = drafts.peek().get(LayerID);
    const { SourceLayerID: _, ...base } = now?.drawing ?? drawing;
    setDraft(LayerID, { drawing: { ...base, ...part }, ShowLabels });
  };
  const renderer = drawing.FeatureRenderer;
  const sample = sampleSymbol(renderer);
  const facets = facetsOf(sample) ?? defaultFacets(subject);
  const reshape = (next: Facets) => renderer && put({ FeatureRenderer: reshapedRenderer(renderer, facets, next) });
  const leave = () => setDraft(LayerID, undefined);

  // Leaving by other ways than the buttons discards the preview too.
  const isSaved = useRef(false);
  useEffect(
    () => () => {
      if (!isSaved.current) setDraft(LayerID, undefined);
    },
    [LayerID],
  );

  const save = async () => {
    const service = currentKey.peek();
    if (!service || !draft) return;
    setSaving(true);
    setProblem(undefined);
    try {
      const { SourceLayerID: _, ...plain } = draft.drawing;
      // On a composed map the style is that of this map; the service keeps its own.
      if (service.startsWith('~')) {
        const { changeLayer } = await import('../../state/maps.ts');
        const { Transparency = 0, ...drawing } = plain;
        await changeLayer(LayerID, { drawing, opacity: 100 - Transparency, labels: draft.ShowLabels });
      } else
        await editLayers(service, mapInfo.peek()?.Name, [{ LayerID, drawing: plain, ShowLabels: draft.ShowLabels }]);
      isSaved.current = true;
      await Promise.all([refreshMap(), refreshServices(), refreshStorage()]);
      leave();
      notifyOtherTabs();
      showToast({ message: texts.saved(layer.Name) });
      task.value = undefined;
    } catch (error) {
      setProblem(messageOf(error));
      setSaving(false);
    }
  };
  return (
    <TaskPanel
      title={texts.title(layer.Name)}
      onBack={leave}
      footer={
        <>
          {problem && <ErrorState title={texts.saveFailed} message={problem} />}
          {draft && activity.value.state === 'failed' ? (
            <Notice kind="error">
              <strong>{styleText.notDrawn}</strong>
              <span>{activity.value.message}</span>
            </Notice>
          ) : (
            <p class="soft">{texts.preview}</p>
          )}
          <div class="task-actions">
            <Button kind="primary" icon="check" disabled={!draft || isSaving} onClick={() => void save()}>
              {isSaving ? texts.saving : texts.save}
            </Button>
            <Button disabled={!draft || isSaving} onClick={leave}>
              {texts.discard}
            </Button>
          </div>
        </>
      }
    >
      {sample && !facetsOf(sample) && <Notice kind="info">{texts.notReadable}</Notice>}
      <StyleClasses
        subject={subject}
        renderer={renderer}
        facets={facets}
        onRenderer={(made) => put({ FeatureRenderer: withRowValues(made, rowValuesOf(renderer)) })}
      />
      <StyleSymbol
        facets={facets}
        hasColour={renderer?.type !== 'ClassBreaksRenderer' && renderer?.type !== 'UniqueValueRenderer'}
        opacity={100 - (drawing.Transparency ?? 0)}
        onFacets={(next) =>
          renderer?.type === 'SimpleRenderer' || !renderer
            ? put({ FeatureRenderer: { type: 'SimpleRenderer', ...renderer, Symbol: symbolOf(next, sample) } })
            : reshape(next)
        }
        onOpacity={(opacity) => put({ Transparency: 100 - opacity })}
      />
      {renderer && (
        <StyleRows
          subject={subject}
          values={rowValuesOf(renderer)}
          isTurned={facets.kind === 'marker'}
          isRound={!facets.picture && facets.markerStyle === 'gisSMSCircle'}
          mayFade={mayFade(renderer)}
          onValues={(values) => put({ FeatureRenderer: withRowValues(renderer, values) })}
        />
      )}
      <StyleLabels
        subject={subject}
        labeling={drawing.LabelingDescription}
        isOn={showsLabels}
        onChange={(LabelingDescription, isOn) => put(LabelingDescription ? { LabelingDescription } : {}, isOn)}
      />
    </TaskPanel>
  );
}

function sampleSymbol(renderer: Renderer | undefined): Value<'Symbol'> | undefined {
  switch (renderer?.type) {
    case 'SimpleRenderer':
      return renderer.Symbol;
    case 'ClassBreaksRenderer':
      return renderer.ClassBreakInfos[0]?.Symbol;
    case 'UniqueValueRenderer':
      return renderer.UniqueValueInfos?.[0]?.Symbol ?? renderer.DefaultSymbol;
    default:
      return undefined;
  }
}

/** Apply the change of a sample to all symbols of a renderer. */
function reshapedRenderer(renderer: Renderer, from: Facets, to: Facets): Renderer {
  switch (renderer.type) {
    case 'SimpleRenderer':
      return { ...renderer, Symbol: reshaped(renderer.Symbol, from, to) };
    case 'ClassBreaksRenderer': {
      const ClassBreakInfos = renderer.ClassBreakInfos.map((one) => ({
        ...one,
        Symbol: reshaped(one.Symbol, from, to),
      }));
      return { ...renderer, ClassBreakInfos };
    }
    case 'UniqueValueRenderer':
      return {
        ...renderer,
        ...(renderer.DefaultSymbol && { DefaultSymbol: reshaped(renderer.DefaultSymbol, from, to) }),
        UniqueValueInfos: (renderer.UniqueValueInfos ?? []).map((one) => ({
          ...one,
          Symbol: reshaped(one.Symbol, from, to),
        })),
      };
  }
}

function defaultFacets({ geometryType }: TableSubject): Facets {
  const kind =
    geometryType === 'gisGeometryPolygon' ? 'fill' : geometryType === 'gisGeometryPolyline' ? 'line' : 'marker';
  const sizePt = kind === 'line' ? 1.5 : 6;
  const outline = { outlineColor: kind === 'marker' ? '#ffffff' : '#4a5550', outlinePt: kind === 'line' ? 0 : 0.6 };
  return { ...plainFacets, kind, color: '#2f8577', sizePt, ...outline };
}
