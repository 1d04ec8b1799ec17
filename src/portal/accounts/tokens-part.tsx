import { useState } from 'preact/hooks';
import type { Token } from '../../connection/portal-answers.ts';
import { ask, changes } from '../../connection/portal-call.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { formatMoment } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { LoadedPart } from '../loaded-part.tsx';
import { OperationForm } from '../operation-form.tsx';
import { PortalCard } from '../portal-card.tsx';
import { runAction } from '../run-action.ts';
import type { TabProps } from '../tab-props.ts';
import { portalText as t } from '../text/portal-text.ts';
import { useLoaded } from '../use-loaded.ts';

export function TokensPart({ portal, session }: TabProps) {
  const portalId = portal.id;
  const [open, setOpen] = useState<'issue' | 'others' | { readonly revoke: Token }>();
  const [issued, setIssued] = useState<{ readonly token: string; readonly expires: number }>();
  const close = () => setOpen(undefined);
  const loaded = useLoaded(`${portalId} ${session.token}`, async (signal) => {
    const [{ tokens }, ownId] = await Promise.all([
      ask('tokens', { portalId }, {}, { signal }),
      // A token is known to the portal by this alone.
      sha256(session.token),
    ]);
    return { ownId, tokens: tokens.toSorted((a, b) => b.created - a.created) };
  });
  const others = loaded.value?.tokens.filter(({ id }) => id !== loaded.value?.ownId) ?? [];
  return (
    <PortalCard
      title={t.tokens.title}
      actions={
        <span class="row actions">
          {others.length > 0 && (
            <Button small onClick={() => setOpen('others')}>
              {t.tokens.revokeOthers(others.length)}
            </Button>
          )}
          <Button small icon="plus" onClick={() => setOpen('issue')}>
            {t.tokens.issue}
          </Button>
        </span>
      }
    >
      <p class="soft">{t.tokens.detail}</p>
      <LoadedPart loaded={loaded}>
        {({ tokens, ownId }) => (
          <ul class="portal-list">
            {tokens.map((token) => (
              <li key={token.id}>
                <span>
                  <strong>{token.username}</strong> <code>{token.id.slice(0, 8)}</code>
                  <small class="soft">
                    {t.tokens.times(formatMoment(token.created), formatMoment(token.expires))}
                    {token.id === ownId && ` · ${t.tokens.thisPage}`}
                  </small>
                </span>
                <Button
                  small
                  aria-label={t.tokens.revokeOf(token.username, token.id.slice(0, 8))}
                  onClick={() => setOpen({ revoke: token })}
                >
                  {t.tokens.revoke}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </LoadedPart>
      {open === 'issue' && (
        <OperationForm
          title={t.tokens.issue}
          operation="generatePortalToken"
          path={{ portalId }}
          submit={t.tokens.issueGo}
          only={['username', 'password', 'expiration']}
          initial={{ username: session.username }}
          onClose={close}
          onDone={(answer) => {
            close();
            setIssued(answer);
            changes.value++;
          }}
        />
      )}
      {issued && (
        <Dialog
          title={t.tokens.issued}
          onClose={() => setIssued(undefined)}
          footer={
            <Button kind="primary" onClick={() => setIssued(undefined)}>
              {text.close}
            </Button>
          }
        >
          <p>{t.tokens.issuedDetail(formatMoment(issued.expires))}</p>
          <CopyField name={t.tokens.one} value={issued.token} />
        </Dialog>
      )}
      {open === 'others' && (
        <Confirm
          title={t.tokens.revokeOthers(others.length)}
          action={t.tokens.revoke}
          onClose={close}
          onAct={() => runAction(() => Promise.all(others.map(({ id }) => ask('revoke', { portalId, tokenId: id }))))}
        >
          <p>{t.tokens.revokeOthersLoss(others.length)}</p>
        </Confirm>
      )}
      {typeof open === 'object' && (
        <Confirm
          title={t.tokens.revokeTitle(open.revoke.username)}
          action={t.tokens.revoke}
          onClose={close}
          onAct={() => ask('revoke', { portalId, tokenId: open.revoke.id })}
        >
          <p>{t.tokens.revokeLoss(formatMoment(open.revoke.expires))}</p>
        </Confirm>
      )}
    </PortalCard>
  );
}

async function sha256(label: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(label)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
