import { useState } from 'preact/hooks';
import type { Portal } from '../connection/portal-answers.ts';
import { firstPassword, keepSession, sessions, signPageIn } from '../connection/sign-in.ts';
import { Button } from '../parts/button.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { EmptyState } from '../parts/notice.tsx';
import { followCatalogue } from '../state/other-tabs.ts';
import { showToast } from '../state/toasts.ts';
import { runAction } from './actions.tsx';
import { OperationForm } from './operation-form.tsx';
import { portalText as t } from './text/portal-text.ts';

/** The generated password of the administrators, shown until somebody has noted or changed it. */
export function FirstPassword() {
  const shown = firstPassword.value;
  if (!shown) return null;
  return (
    <section class="card first-password" aria-labelledby="first-password">
      <h2 id="first-password">{t.first.title}</h2>
      <p>{t.first.detail}</p>
      <div class="columns">
        <CopyField name={t.label('username')} value={shown.username} />
        <CopyField name={t.label('password')} value={shown.password} />
      </div>
      <div class="row">
        <Button
          kind="primary"
          icon="check"
          onClick={() => void runAction(() => signPageIn({ seen: true }), t.first.noted)}
        >
          {t.first.note}
        </Button>
      </div>
    </section>
  );
}

export function SignIn({ portal, portals }: { portal: Portal; portals: readonly Portal[] }) {
  const [isOpen, setOpen] = useState(false);
  const tryAlone = () =>
    runAction(async () => {
      await signPageIn({ back: portal.id });
      await followCatalogue();
      if (!sessions.value?.has(portal.id)) showToast({ kind: 'error', message: t.account.pageNotAllowed(portal.name) });
    });
  const session = { portalId: portal.id, name: portal.name, username: '', token: '', expires: 0 };
  return (
    <section class="card">
      <EmptyState icon="shield" title={t.account.signInTo(portal.name)}>
        <p>{t.account.signInDetail}</p>
        <div class="row">
          <Button kind="primary" onClick={() => setOpen(true)}>
            {t.account.signIn}
          </Button>
          <Button icon="shield-check" onClick={() => void tryAlone()}>
            {t.account.signPageIn}
          </Button>
        </div>
      </EmptyState>
      {isOpen && (
        <OperationForm
          operation="generatePortalToken"
          path={{ portalId: portal.id }}
          entry={{}}
          scope={{ portal, portals, session, groups: [] }}
          given={{ expiration: '720' }}
          title={t.account.signInTo(portal.name)}
          submit={t.account.signIn}
          onClose={() => setOpen(false)}
          onDone={({ token, expires }, { username }) => {
            setOpen(false);
            const signedIn = { username: String(username), token: String(token), expires: Number(expires) };
            keepSession({ ...session, ...signedIn });
            void followCatalogue();
          }}
        />
      )}
    </section>
  );
}
