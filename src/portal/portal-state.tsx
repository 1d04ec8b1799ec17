import { useState } from 'preact/hooks';
import { portalRow } from '../../sw/portal/contract/index.ts';
import type { Portal } from '../connection/portal-answers.ts';
import { addressOf, ask } from '../connection/portal-call.ts';
import type { Session } from '../connection/sessions.ts';
import { leaveSession } from '../connection/sign-in.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { followCatalogue } from '../state/other-tabs.ts';
import { formatMoment } from '../text/format.ts';
import { ChangePassword } from './first-password.tsx';
import { OperationForm } from './operation-form.tsx';
import { runAction } from './run-action.ts';
import { portalText as t } from './text/portal-text.ts';

export function PortalState({ portal, session }: { portal: Portal; session: Session | undefined }) {
  const [open, setOpen] = useState<'password' | 'settings'>();
  const close = () => setOpen(undefined);
  const signOut = () =>
    runAction(async () => {
      await ask('revokeToken', { portalId: portal.id });
      leaveSession(portal.id);
      await followCatalogue();
    }, t.account.signedOut(portal.name));
  return (
    <section class="stack near portal-state" aria-label={portal.name}>
      <p class="soft">{portal.description}</p>
      <div class="row">
        <span class="row portal-who">
          <Icon name={session ? 'shield-check' : 'shield'} size={18} />
          {session
            ? t.account.signedIn(session.username, t.roles[portal.user?.role ?? 'administrator'])
            : t.account.nobody}
          {session && <small class="soft">{t.account.until(formatMoment(session.expires))}</small>}
        </span>
        {session && (
          <Menu
            icon="settings"
            name={t.account.menu(portal.name)}
            items={[
              { label: t.account.changePassword, icon: 'shield', onSelect: () => setOpen('password') },
              { label: t.portal.settings, icon: 'settings', onSelect: () => setOpen('settings') },
              {
                label: t.portal.openHtml,
                detail: t.portal.openHtmlDetail,
                icon: 'external',
                onSelect: () =>
                  window.open(addressOf(portalRow('portal').path, { portalId: portal.id }), '_blank', 'noopener'),
              },
              { label: t.account.signOut, icon: 'close', onSelect: () => void signOut() },
            ]}
          />
        )}
      </div>
      {open === 'password' && session && (
        <ChangePassword portalId={portal.id} username={session.username} onClose={close} />
      )}
      {open === 'settings' && (
        <OperationForm
          title={t.portal.settingsOf(portal.name)}
          operation="updatePortal"
          path={{ portalId: portal.id }}
          submit={t.save}
          initial={{
            name: portal.name,
            description: portal.description,
            pageSignIn: portal.pageSignIn ?? true,
          }}
          onClose={close}
        />
      )}
    </section>
  );
}

/** A button that tries to sign the page in by itself, for portals that allow it. */
export function SignPageIn({ onTry }: { onTry: () => void }) {
  return (
    <Button icon="shield-check" onClick={onTry}>
      {t.account.signPageIn}
    </Button>
  );
}
