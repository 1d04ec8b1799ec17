import { useState } from 'preact/hooks';
import { ask, askAll } from '../../connection/portal-call.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/notice.tsx';
import { LoadedPart } from '../loaded-part.tsx';
import { OperationForm } from '../operation-form.tsx';
import type { TabProps } from '../tab-props.ts';
import { portalText as t } from '../text/portal-text.ts';
import { useLoaded } from '../use-loaded.ts';
import { InboxPart } from './inbox-part.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';

export function WebhooksTab({ portal }: TabProps) {
  const portalId = portal.id;
  const [open, setOpen] = useState<'create' | 'settings'>();
  const close = () => setOpen(undefined);
  const loaded = useLoaded(
    portalId,
    (signal) => askAll('webhooks', { portalId }, (answer) => answer.webhooks, { signal }),
    { everyMs: 5000 },
  );
  const settings = useLoaded(portalId, (signal) => ask('webhookSettings', { portalId }, {}, { signal }));
  return (
    <>
      <div class="row">
        <Button kind="primary" icon="plus" onClick={() => setOpen('create')}>
          {t.webhooks.create}
        </Button>
        <Button icon="settings" disabled={!settings.value} onClick={() => setOpen('settings')}>
          {t.webhooks.settings}
        </Button>
        {settings.value && <small class="soft">{t.webhooks.settingsNow(settings.value)}</small>}
      </div>
      <LoadedPart
        loaded={loaded}
        none={
          <section class="card">
            <EmptyState icon="send" title={t.webhooks.none}>
              <p>{t.webhooks.noneDetail}</p>
            </EmptyState>
          </section>
        }
      >
        {(rows) => rows.map((webhook) => <WebhookCard key={webhook.id} portalId={portalId} webhook={webhook} />)}
      </LoadedPart>
      <InboxPart />
      {open === 'create' && <WebhookForm portalId={portalId} onClose={close} />}
      {open === 'settings' && settings.value && (
        <OperationForm
          title={t.webhooks.settings}
          operation="updateWebhookSettings"
          path={{ portalId }}
          submit={t.save}
          initial={Object.fromEntries(Object.entries(settings.value).map(([name, value]) => [name, String(value)]))}
          onClose={close}
        />
      )}
    </>
  );
}
