import './style.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import { isComposed } from '../../../sw/service/map-key.ts';
import { formatError } from '../../connection/call.ts';
import { editLayers } from '../../connection/catalogue.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorState, Notice } from '../../parts/notice.tsx';
import { refreshStorage } from '../../state/host.ts';
import { notifyOtherTabs } from '../../state/other-tabs.ts';
import { drafts, setDraft } from '../../state/requested.ts';
import { areLabelsOn, currentKey, type LayerInfo, mapInfo, refreshServices } from '../../state/services.ts';
import { closeTask, task } from '../../state/tasks.ts';
import { showToast } from '../../state/toasts.ts';
import { noteUnsaved } from '../../state/unsaved.ts';
import { activity } from '../../state/view.ts';
import { text } from '../../text/text.ts';
import { TaskPanel } from '../task-panel.tsx';
import { mapText } from '../text/maps-text.ts';
import { styleText } from '../text/style-text.ts';
import { isClassifying, waitForClassification } from './style-classes.tsx';

const texts = mapText.style;

/** Frame of a style editor: previews the draft of the layer, saves it, and asks before it is discarded. */
export function StyleFrame(props: { layer: LayerInfo; published: Drawing; children: ComponentChildren }) {
  const { layer, published, children } = props;
  const { LayerID } = layer;
  const draft = drafts.value.get(LayerID);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const discard = () => setDraft(LayerID, undefined);

  const save = async () => {
    await waitForClassification();
    const style = drafts.peek().get(LayerID);
    if (!style) return;
    setSaving(true);
    setProblem(undefined);
    try {
      await saveStyle(layer, style, { drawing: published, ShowLabels: areLabelsOn(layer) });
      discard();
      closeTask();
    } catch (error) {
      setProblem(formatError(error));
      setSaving(false);
      throw error;
    }
  };
  useEffect(() => {
    noteUnsaved(draft && { name: layer.Name, save, discard });
  });
  // On another page the draft stays until the editor is back. If the task was closed, discard the draft.
  useEffect(
    () => () => {
      if (task.peek()?.kind === 'style' && task.peek()?.layerId === LayerID) return;
      noteUnsaved(undefined);
      discard();
    },
    [LayerID],
  );
  return (
    <TaskPanel
      title={texts.title(layer.Name)}
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
            <Button
              kind="primary"
              icon="check"
              disabled={!draft || isSaving || isClassifying.value}
              onClick={() => void save().catch(() => {})}
            >
              {isSaving ? texts.saving : texts.save}
            </Button>
            <Button disabled={!draft || isSaving} onClick={discard}>
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

type Drawing = Value<'FeatureLayerDrawingDescription'> | Value<'RasterLayerDrawingDescription'>;

/** Stored style of a layer: its drawing, and whether its labels are on. */
interface SavedStyle {
  readonly drawing: Drawing;
  readonly ShowLabels: boolean;
}

/**
 * Store the style of a layer and offer to undo it.
 *
 * @param before the style that undo stores again
 * @throws {ServiceFault}
 */
async function saveStyle(layer: LayerInfo, style: SavedStyle, before: SavedStyle): Promise<void> {
  const [service, map] = [currentKey.peek(), mapInfo.peek()?.Name];
  if (!service) return;
  const put = (saved: SavedStyle) => storeStyle(service, map, layer.LayerID, saved);
  await put(style);
  const undo = async () => {
    try {
      await put(before);
      showToast({ message: mapText.style.undone(layer.Name) });
    } catch (error) {
      showToast({ kind: 'error', message: `${mapText.style.saveFailed}. ${formatError(error)}` });
    }
  };
  showToast({
    message: mapText.style.saved(layer.Name),
    actions: [{ label: text.undo, onSelect: () => void undo() }],
  });
}

/** Return the property of a stored layer for its drawing. */
const drawingMember = (drawing: Drawing) =>
  drawing.type === 'RasterLayerDrawingDescription' ? { rasterDrawing: drawing } : { drawing };

async function storeStyle(service: string, map: string | undefined, LayerID: number, style: SavedStyle): Promise<void> {
  const { drawing, ShowLabels } = style;
  // A composed map stores the style itself; the service keeps its style.
  if (isComposed(service)) {
    const { changeLayer } = await import('../state/maps.ts');
    const opacity = 100 - (drawing.Transparency ?? 0);
    if (currentKey.peek() === service)
      await changeLayer(LayerID, { ...drawingMember({ ...drawing, Transparency: 0 }), opacity, labels: ShowLabels });
  } else await editLayers(service, map, [{ LayerID, ...drawingMember(drawing), ShowLabels }]);
  await Promise.all([refreshServices(), refreshStorage()]);
  notifyOtherTabs();
}
