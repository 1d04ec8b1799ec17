import { useState } from 'preact/hooks';
import { canPageSignIn } from '../../connection/page-key.ts';
import { currentSessions } from '../../connection/sessions.ts';
import { sessions } from '../../connection/sign-in.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { openPage, page } from '../../state/route.ts';
import { servedText } from './served-text.ts';

/**
 * Hint that explains how to sign in to the server. It renders nothing while the page or an account is signed in, and
 * next to the sign-in form.
 */
export function KeyHint() {
  const t = servedText.key;
  const [isClosed, setClosed] = useState(false);
  const count = sessions.value?.size ?? currentSessions().length;
  if (isClosed || canPageSignIn() || count > 0 || page.value === 'portal') return null;
  return (
    <div class="banner" role="status">
      {t.hint}
      <Button kind="primary" small onClick={() => openPage('portal')}>
        {t.signIn}
      </Button>
      <IconButton icon="close" name={t.close} small onClick={() => setClosed(true)} />
    </div>
  );
}
