import { useState } from 'preact/hooks';
import type { Portal } from '../connection/portal-answers.ts';
import { keepSession, sessions, signPageIn } from '../connection/sign-in.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/notice.tsx';
import { followCatalogue } from '../state/other-tabs.ts';
import { showToast } from '../state/toasts.ts';
import { OperationForm } from './operation-form.tsx';
import { SignPageIn } from './portal-state.tsx';
import { runAction } from './run-action.ts';
import { portalText as t } from './text/portal-text.ts';

export function SignIn({ portal }: { portal: Portal }) {
  const [isOpen, setOpen] = useState(false);
  const tryAlone = () =>
    runAction(async () => {
      await signPageIn({ back: portal.id });
      await followCatalogue();
      if (!sessions.value?.has(portal.id)) showToast({ kind: 'error', message: t.account.pageNotAllowed(portal.name) });
    });
  return (
    <section class="card">
      <EmptyState icon="shield" title={t.account.signInTo(portal.name)}>
        <p>{t.account.signInDetail}</p>
        <div class="row">
          <Button kind="primary" onClick={() => setOpen(true)}>
            {t.account.signIn}
          </Button>
          <SignPageIn onTry={() => void tryAlone()} />
        </div>
      </EmptyState>
      {isOpen && (
        <OperationForm
          title={t.account.signInTo(portal.name)}
          operation="generatePortalToken"
          path={{ portalId: portal.id }}
          submit={t.account.signIn}
          only={['username', 'password']}
          valuesOf={(values) => ({ ...values, expiration: '720' })}
          onClose={() => setOpen(false)}
          onDone={({ token, expires }, { username }) => {
            setOpen(false);
            keepSession({ portalId: portal.id, name: portal.name, username: String(username), token, expires });
            void followCatalogue();
          }}
        />
      )}
    </section>
  );
}
