import { useState } from 'preact/hooks';
import { firstPassword, sessions, signPageIn } from '../connection/sign-in.ts';
import { Button } from '../parts/button.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { showToast } from '../state/toasts.ts';
import { OperationForm } from './operation-form.tsx';
import { runAction } from './run-action.ts';
import { portalText as t } from './text/portal-text.ts';

/** The generated password of the administrators, shown until somebody has noted or changed it. */
export function FirstPassword() {
  const [isChanging, setChanging] = useState(false);
  const shown = firstPassword.value;
  const portalId = [...(sessions.value?.keys() ?? [])][0];
  if (!shown || !portalId) return null;
  return (
    <section class="card first-password" aria-labelledby="first-password">
      <h2 id="first-password">{t.first.title}</h2>
      <p>{t.first.detail}</p>
      <div class="columns">
        <CopyField name={t.fields.username!.label} value={shown.username} />
        <CopyField name={t.fields.password!.label} value={shown.password} />
      </div>
      <div class="row">
        <Button
          kind="primary"
          icon="check"
          onClick={() => void runAction(() => signPageIn({ seen: true }), t.first.noted)}
        >
          {t.first.note}
        </Button>
        <Button onClick={() => setChanging(true)}>{t.account.changePassword}</Button>
      </div>
      {isChanging && (
        <ChangePassword
          portalId={portalId}
          username={shown.username}
          onClose={() => setChanging(false)}
          onChanged={() => {
            firstPassword.value = undefined;
          }}
        />
      )}
    </section>
  );
}

export function ChangePassword(props: {
  portalId: string;
  username: string;
  onClose: () => void;
  onChanged?: () => void;
}) {
  const { portalId, username, onClose, onChanged } = props;
  return (
    <OperationForm
      title={t.account.passwordOf(username)}
      operation="changePassword"
      path={{ portalId, username }}
      submit={t.account.changePassword}
      only={['newPassword', 'repeated']}
      also={{ repeated: { kind: 'password', doc: '', required: true } }}
      check={({ newPassword, repeated }) => (newPassword === repeated ? undefined : ['repeated', t.account.notEqual])}
      valuesOf={({ newPassword }) => ({ newPassword })}
      onClose={onClose}
      onDone={() => {
        showToast({ message: t.account.passwordChanged(username) });
        onChanged?.();
        onClose();
      }}
    >
      <p class="soft">{t.account.passwordEffect}</p>
    </OperationForm>
  );
}
