import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../connection/call.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorState, Notice } from '../../parts/notice.tsx';
import { drafts, setDraft } from '../../state/requested.ts';
import { areLabelsOn, type LayerInfo } from '../../state/services.ts';
import { task } from '../../state/tasks.ts';
import { unsaved } from '../../state/unsaved.ts';
import { activity } from '../../state/view.ts';
import { TaskPanel } from '../task-panel.tsx';
import { mapText } from '../text/maps-text.ts';
import { styleText } from '../text/style-text.ts';
import { type Drawing, saveStyle } from './save-style.ts';

const texts = mapText.style;

/** The panel around the controls of a style: previews the draft of the layer, saves it, and asks before it is lost. */
export function StyleFrame(props: { layer: LayerInfo; published: Drawing; children: ComponentChildren }) {
  const { layer, published, children } = props;
  const { LayerID } = layer;
  const draft = drafts.value.get(LayerID);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const discard = () => setDraft(LayerID, undefined);

  const save = async () => {
    const style = drafts.peek().get(LayerID);
    if (!style) return;
    setSaving(true);
    setProblem(undefined);
    try {
      await saveStyle(layer, style, { drawing: published, ShowLabels: areLabelsOn(layer) });
      discard();
      task.value = undefined;
    } catch (error) {
      setProblem(messageOf(error));
      setSaving(false);
      throw error;
    }
  };
  useEffect(() => {
    unsaved.value = draft && { name: layer.Name, save, discard };
  });
  // On another page the draft waits for the editor to come back; without its editor it goes.
  useEffect(
    () => () => {
      if (task.peek()?.kind === 'style' && task.peek()?.layerId === LayerID) return;
      unsaved.value = undefined;
      setDraft(LayerID, undefined);
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
              disabled={!draft || isSaving}
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
