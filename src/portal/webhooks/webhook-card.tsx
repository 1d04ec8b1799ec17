import { useState } from 'preact/hooks';
import type { Webhook } from '../../connection/portal-answers.ts';
import { ask, askAll } from '../../connection/portal-call.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Menu } from '../../parts/menu.tsx';
import { formatCount } from '../../text/format.ts';
import { LoadedPart } from '../loaded-part.tsx';
import { runAction } from '../run-action.ts';
import { portalText as t } from '../text/portal-text.ts';
import { useLoaded } from '../use-loaded.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';

export function WebhookCard({ portalId, webhook }: { portalId: string; webhook: Webhook }) {
  const [open, setOpen] = useState<'edit' | 'deactivate' | 'delete'>();
  const [isOpen, setDeliveriesOpen] = useState(false);
  const close = () => setOpen(undefined);
  const { id, name, payloadUrl, isActive, events, numberOfFailures, secret } = webhook;
  const { numberOfFailures: most, daysInPast } = webhook.config.deactivationPolicy;
  const path = { portalId, webhookId: id };
  const text = events.map((event) => t.webhooks.events[event] ?? event).join(', ');
  const activate = () => runAction(() => ask('activateWebhook', path), t.webhooks.activated(name));
  return (
    <section class="card webhook" aria-label={t.webhooks.one(name)}>
      <header class="portal-head">
        <div>
          <h2>
            {name}{' '}
            <span class="badge" data-kind={isActive ? 'good' : undefined}>
              {isActive ? t.webhooks.active : t.webhooks.inactive}
            </span>
          </h2>
          <p class="soft">{payloadUrl}</p>
        </div>
        <Menu
          icon="more"
          name={t.webhooks.menu(name)}
          items={[
            { label: t.edit, icon: 'settings', onSelect: () => setOpen('edit') },
            { label: t.webhooks.remove, icon: 'trash', danger: true, onSelect: () => setOpen('delete') },
          ]}
        />
      </header>
      <p>
        {t.webhooks.hears(text)} {secret ? t.webhooks.signed : t.webhooks.unsigned}{' '}
        {t.webhooks.failures(numberOfFailures, most, daysInPast)}
      </p>
      <div class="row">
        {isActive ? (
          <Button icon="pause" onClick={() => setOpen('deactivate')}>
            {t.webhooks.deactivate}
          </Button>
        ) : (
          <Button icon="play" onClick={() => void activate()}>
            {t.webhooks.activate}
          </Button>
        )}
        <Button icon="table" aria-expanded={isOpen} onClick={() => setDeliveriesOpen(!isOpen)}>
          {t.webhooks.deliveries}
        </Button>
      </div>
      {isOpen && <Deliveries {...path} />}
      {open === 'edit' && <WebhookForm portalId={portalId} webhook={webhook} onClose={close} />}
      {(open === 'deactivate' || open === 'delete') && <Ending kind={open} path={path} name={name} onClose={close} />}
    </section>
  );
}

function Ending(props: {
  kind: 'deactivate' | 'delete';
  path: { portalId: string; webhookId: string };
  name: string;
  onClose: () => void;
}) {
  const { kind, path, name, onClose } = props;
  const loaded = useLoaded(path.webhookId, (signal) =>
    askAll('notificationStatus', path, (answer) => answer.WebhookStatus, { signal }),
  );
  const isDeactivate = kind === 'deactivate';
  return (
    <Confirm
      title={isDeactivate ? t.webhooks.deactivateTitle(name) : t.webhooks.removeTitle(name)}
      action={isDeactivate ? t.webhooks.deactivate : t.webhooks.remove}
      isReady={loaded.value !== undefined}
      onClose={onClose}
      onAct={() => ask(isDeactivate ? 'deactivateWebhook' : 'deleteWebhook', path)}
    >
      <LoadedPart loaded={loaded}>
        {(all) => {
          const waiting = all.filter(({ status }) => status === 'queued').length;
          return (
            <p>
              {isDeactivate
                ? t.webhooks.deactivateLoss(waiting)
                : t.webhooks.removeLoss(formatCount(all.length), waiting)}
            </p>
          );
        }}
      </LoadedPart>
    </Confirm>
  );
}
