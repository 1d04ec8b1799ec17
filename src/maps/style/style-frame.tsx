import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import { messageOf } from '../../connection/call.ts';
import { editLayers } from '../../connection/catalogue.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorState, Notice } from '../../parts/notice.tsx';
import { refreshStorage } from '../../state/host.ts';
import { notifyOtherTabs } from '../../state/other-tabs.ts';
import { drafts, setDraft } from '../../state/requested.ts';
import { currentKey, type LayerInfo, mapInfo, refreshMap, refreshServices } from '../../state/services.ts';
import { task } from '../../state/tasks.ts';
import { showToast } from '../../state/toasts.ts';
import { activity } from '../../state/view.ts';
import { TaskPanel } from '../task-panel.tsx';
import { mapText } from '../text/maps-text.ts';
import { styleText } from '../text/style-text.ts';

const texts = mapText.style;

type Drawing = Value<'FeatureLayerDrawingDescription'> | Value<'RasterLayerDrawingDescription'>;

/** The member of a stored layer that has its drawing. */
const memberOf = (drawing: Drawing) =>
  drawing.type === 'RasterLayerDrawingDescription' ? { rasterDrawing: drawing } : { drawing };

/** The panel around the controls of a style: previews the draft of the layer, saves it, discards it when the panel is left. */
export function StyleFrame({ layer, children }: { layer: LayerInfo; children: ComponentChildren }) {
  const { LayerID } = layer;
  const draft = drafts.value.get(LayerID);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
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
      const { drawing, ShowLabels } = draft;
      // On a composed map the style is that of this map; the service keeps its own.
      if (service.startsWith('~')) {
        const { changeLayer } = await import('../../state/maps.ts');
        const opacity = 100 - (drawing.Transparency ?? 0);
        await changeLayer(LayerID, { ...memberOf({ ...drawing, Transparency: 0 }), opacity, labels: ShowLabels });
      } else await editLayers(service, mapInfo.peek()?.Name, [{ LayerID, ...memberOf(drawing), ShowLabels }]);
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
      {children}
    </TaskPanel>
  );
}
