import { useState } from 'preact/hooks';
import type { Resource } from '../../connection/portal-answers.ts';
import { ask, askAll } from '../../connection/portal-call.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Icon } from '../../parts/icon.tsx';
import { showToast } from '../../state/toasts.ts';
import { formatBytes, formatMoment } from '../../text/format.ts';
import { EmptyList, LoadedPart } from '../loaded-part.tsx';
import { OperationForm } from '../operation-form.tsx';
import { PortalCard } from '../portal-card.tsx';
import type { TabProps } from '../tab-props.ts';
import { portalText as t } from '../text/portal-text.ts';
import { useLoaded } from '../use-loaded.ts';
import { ResourcePreview } from './resource-preview.tsx';

export function ResourcesTab({ portal }: TabProps) {
  const portalId = portal.id;
  const [open, setOpen] = useState<'add' | { readonly preview: Resource } | { readonly remove: Resource }>();
  const close = () => setOpen(undefined);
  const loaded = useLoaded(portalId, (signal) =>
    askAll('resources', { portalId }, (answer) => answer.resources, { signal }),
  );
  return (
    <PortalCard
      title={t.resources.title}
      actions={
        <Button small kind="primary" icon="upload" onClick={() => setOpen('add')}>
          {t.resources.add}
        </Button>
      }
    >
      <LoadedPart loaded={loaded} none={<EmptyList icon="picture" {...t.resources} />}>
        {(rows) => (
          <ul class="portal-list items">
            {rows.map((resource) => (
              <li key={resource.key}>
                <Icon name={resource.contentType.startsWith('image/') ? 'picture' : 'file'} size={20} />
                <span>
                  <strong>{resource.key}</strong>
                  <small class="soft">
                    {formatBytes(resource.size)} · {resource.contentType} · {t.ownedBy(resource.owner)} ·{' '}
                    {formatMoment(resource.created)}
                  </small>
                </span>
                <span class="row actions">
                  <Button
                    small
                    aria-label={t.resources.previewOf(resource.key)}
                    onClick={() => setOpen({ preview: resource })}
                  >
                    {t.resources.preview}
                  </Button>
                  <Button
                    small
                    aria-label={t.resources.removeOf(resource.key)}
                    onClick={() => setOpen({ remove: resource })}
                  >
                    {t.resources.remove}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
      </LoadedPart>
      {open === 'add' && (
        <OperationForm
          title={t.resources.add}
          operation="addResource"
          path={{ portalId }}
          submit={t.resources.addGo}
          only={['file', 'key']}
          also={{
            file: { kind: 'file', doc: '', required: true },
            key: { kind: 'string', doc: '', maximumLength: 400 },
          }}
          valuesOf={({ file, key }) => ({ file, key: key || (file instanceof File ? file.name : '') })}
          onClose={close}
          onDone={(_, { file, key }) => {
            close();
            showToast({ message: t.resources.added(String(key || (file as File).name)) });
          }}
        />
      )}
      {typeof open === 'object' && 'preview' in open && (
        <ResourcePreview portalId={portalId} resource={open.preview} onClose={close} />
      )}
      {typeof open === 'object' && 'remove' in open && (
        <Confirm
          title={t.resources.removeTitle(open.remove.key)}
          action={t.resources.removeGo}
          onClose={close}
          onAct={() => ask('removeResource', { portalId }, { key: open.remove.key })}
        >
          <p>{t.resources.removeLoss(formatBytes(open.remove.size), formatMoment(open.remove.created))}</p>
        </Confirm>
      )}
    </PortalCard>
  );
}
