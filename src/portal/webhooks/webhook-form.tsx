import { base } from '../../connection/call.ts';
import type { Webhook } from '../../connection/portal-answers.ts';
import { OperationForm } from '../operation-form.tsx';
import { portalText as t } from '../text/portal-text.ts';

export const inboxUrl = (name: string): string => `${location.origin}${base}inbox/${name}`;

const policy = { kind: 'integer', doc: '', required: true, minimum: 1, maximum: 1000 } as const;
const events = ['/items', '/groups', '/users', '/services', '/resources', '/syncs'] as const;

export function WebhookForm(props: { portalId: string; webhook?: Webhook; onClose: () => void }) {
  const { portalId, webhook, onClose } = props;
  const chosen = webhook?.events ?? [];
  const hearsAll = chosen.length === 0 || chosen.includes('/');
  const common = {
    only: [
      'name',
      'url',
      'secret',
      ...(webhook?.secret ? ['removeSecret'] : []),
      'changes',
      'events',
      'numberOfFailures',
      'daysInPast',
    ],
    also: { numberOfFailures: policy, daysInPast: policy },
    submit: webhook ? t.save : t.create,
    // What somebody subscribed to by hand, such as /items/add, stays among the choices.
    several: {
      events: [...new Set([...events, ...chosen.filter((event) => event !== '/')])].map((value) => ({
        value,
        text: t.webhooks.events[value] ?? value,
      })),
    },
    isShown: (name: string, values: Readonly<Record<string, unknown>>) =>
      name === 'secret'
        ? values.removeSecret !== true
        : name === 'removeSecret'
          ? !values.secret
          : name !== 'events' || values.changes === 'manualChanges',
    check: ({ changes, events: requested }: Readonly<Record<string, unknown>>) =>
      changes === 'manualChanges' && !(requested as readonly string[])?.length
        ? (['events', t.webhooks.noEvents] as const)
        : undefined,
    valuesOf: ({ numberOfFailures, daysInPast, ...values }: Readonly<Record<string, unknown>>) => ({
      ...values,
      config: JSON.stringify({
        deactivationPolicy: { numberOfFailures: Number(numberOfFailures), daysInPast: Number(daysInPast) },
      }),
    }),
    initial: {
      name: webhook?.name ?? '',
      url: webhook?.payloadUrl ?? inboxUrl('try'),
      secret: '',
      changes: hearsAll ? 'allChanges' : 'manualChanges',
      events: hearsAll ? [] : chosen,
      numberOfFailures: String(webhook?.config.deactivationPolicy.numberOfFailures ?? 5),
      daysInPast: String(webhook?.config.deactivationPolicy.daysInPast ?? 5),
    },
    onClose,
    onDone: onClose,
  };
  return webhook ? (
    <OperationForm
      title={t.webhooks.editOf(webhook.name)}
      operation="updateWebhook"
      path={{ portalId, webhookId: webhook.id }}
      {...common}
    >
      {webhook.secret && <p class="soft">{t.webhooks.secretUnchanged}</p>}
    </OperationForm>
  ) : (
    <OperationForm title={t.webhooks.create} operation="createWebhook" path={{ portalId }} {...common} />
  );
}
