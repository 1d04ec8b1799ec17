import './share.css';
import { useEffect, useState } from 'preact/hooks';
import { Check } from '../../parts/form/check.tsx';
import { Segments } from '../../parts/form/segments.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ErrorState, Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { useRead } from '../../parts/use-read.ts';
import { useWork } from '../../parts/use-work.ts';
import { background } from '../../state/background.ts';
import { fieldTitle } from '../../state/rows.ts';
import { currentTitle } from '../../state/services.ts';
import { closeMapDialog } from '../../state/tasks.ts';
import { showToast } from '../../state/toasts.ts';
import { formatBytes, formatCount } from '../../text/format.ts';
import { savePage, shareableBackground } from './save-page.ts';
import { shareText as t } from './share-text.ts';
import { readShareable, type ShareableLayer } from './shareable-layers.ts';

/** The dialog that selects the content of a map page, and saves it. */
export function ShareDialog() {
  const { value: layers, problem: unread } = useRead('share', readShareable);
  const [title, setTitle] = useState(currentTitle.peek() ?? '');
  const [about, setAbout] = useState('');
  /** Names of the fields to leave out, by the ID of a shared layer. */
  const [leftOut, setLeftOut] = useState<ReadonlyMap<number, ReadonlySet<string>>>(new Map());
  const [which, setWhich] = useState<'all' | 'view'>('all');
  const [hasAttachments, setAttachments] = useState(true);
  const under = shareableBackground();
  const [hasBackground, setBackground] = useState(true);
  const work = useWork();
  useEffect(() => {
    if (layers) setLeftOut(new Map(layers.flatMap(({ id, isVisible }) => (isVisible ? [[id, new Set()]] : []))));
  }, [layers]);
  const chosen = (layers ?? []).filter(({ id }) => leftOut.has(id));
  const attachmentCount = chosen.reduce((sum, layer) => sum + layer.attachmentCount, 0);
  const save = async (signal: AbortSignal) => {
    const saved = await savePage(
      {
        title: title.trim(),
        text: about.trim(),
        isViewOnly: which === 'view',
        ...{ hasAttachments, hasBackground },
        layers: chosen.map((layer) => {
          const fields = layer.fields.map(({ Name }) => Name);
          return [layer, fields.filter((name) => layer.needed.includes(name) || !leftOut.get(layer.id)!.has(name))];
        }),
      },
      signal,
    );
    showToast({ message: t.saved(saved.name, formatBytes(saved.bytes)) });
    closeMapDialog();
  };
  return (
    <FormDialog
      wide
      title={t.title}
      action={t.action}
      icon="download"
      isReady={chosen.length > 0 && title.trim() !== ''}
      working={t.working}
      failed={t.failed}
      work={work}
      onSubmit={save}
      onClose={closeMapDialog}
    >
      <p>{t.intro}</p>
      <TextField label={t.name} value={title} onInput={setTitle} />
      <TextField label={t.text} value={about} onInput={setAbout} hint={t.textHint} isLong />
      <section class="share-layers" aria-label={t.layers}>
        <h3>{t.layers}</h3>
        {!layers && !unread && <ProgressBar name={t.reading} />}
        {unread && <ErrorState title={t.failed} message={unread} />}
        {layers?.map((layer) => (
          <ShareLayer
            key={layer.id}
            layer={layer}
            leftOut={leftOut.get(layer.id)}
            onChange={(next) => {
              const all = new Map(leftOut);
              if (next) all.set(layer.id, next);
              else all.delete(layer.id);
              setLeftOut(all);
            }}
          />
        ))}
        {layers && chosen.length === 0 && <p role="status">{t.none}</p>}
      </section>
      <section class="share-which">
        <h3>{t.which}</h3>
        <Segments label={t.which} choices={t.whichChoices} value={which} onChange={setWhich} />
        <small>{t.filtered}</small>
        {attachmentCount > 0 && (
          <Check on={hasAttachments} onChange={setAttachments}>
            {t.attachments(formatCount(attachmentCount))}
          </Check>
        )}
        {under && (
          <Check on={hasBackground} onChange={setBackground}>
            {under.service === 'Earth' || under.service === 'World'
              ? t.backgroundMap[under.service]
              : t.backgroundMap.other}
          </Check>
        )}
        {background.value.kind === 'tiles' && <small>{t.noBackground}</small>}
      </section>
      <Notice kind="info">{t.leaves}</Notice>
    </FormDialog>
  );
}

interface Props {
  layer: ShareableLayer;
  /** Names of the fields to leave out; undefined if the whole layer is left out. */
  leftOut: ReadonlySet<string> | undefined;
  onChange: (leftOut: ReadonlySet<string> | undefined) => void;
}

/** The choice of a layer and its fields. */
function ShareLayer({ layer, leftOut, onChange }: Props) {
  const { title, fields, needed, isRaster, isVisible, rowCount } = layer;
  const isShared = ({ Name }: { readonly Name: string }) => needed.includes(Name) || !leftOut?.has(Name);
  const facts = isRaster ? t.raster : t.rows(formatCount(rowCount));
  return (
    <div class="share-layer">
      <Check on={leftOut !== undefined} onChange={(on) => onChange(on ? new Set() : undefined)}>
        <span>
          {title}
          <small>{isVisible ? facts : `${facts}, ${t.hidden}`}</small>
        </span>
      </Check>
      {leftOut && fields.length > 0 && (
        <details>
          <summary>{t.fields(formatCount(fields.filter(isShared).length), formatCount(fields.length))}</summary>
          <fieldset aria-label={t.fieldsOf(title)}>
            {fields.map((field) => (
              <Check
                key={field.Name}
                on={isShared(field)}
                disabled={needed.includes(field.Name)}
                onChange={(on) => {
                  const next = new Set(leftOut);
                  if (on) next.delete(field.Name);
                  else next.add(field.Name);
                  onChange(next);
                }}
              >
                <span>
                  {fieldTitle(field)}
                  {needed.includes(field.Name) && <small>{t.needed}</small>}
                </span>
              </Check>
            ))}
          </fieldset>
        </details>
      )}
    </div>
  );
}
