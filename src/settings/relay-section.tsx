import { CopyField } from '../parts/copy-field.tsx';
import { Switch } from '../parts/form/switch.tsx';
import { relayText as t } from '../parts/relay/relay-text.ts';
import { changeAccess, relayAccess } from '../relay/access.ts';
import { relayState } from '../relay/attach.ts';

/** Access for programs outside the browser; only if a program serves the page. */
export function RelaySection() {
  const state = relayState.value;
  const { isOpen, needsToken, token } = relayAccess.value;
  return (
    <section class="card">
      <h2>{t.title}</h2>
      <p>{t.detail}</p>
      <div class="row">
        <p>{t.reachable}</p>
        <Switch on={isOpen} name={t.reachable} onChange={(on) => changeAccess({ isOpen: on })} />
      </div>
      {isOpen && (
        <>
          <CopyField name={t.address} value={`${location.origin}/`} />
          <div class="row">
            <p>{t.needsToken}</p>
            <Switch on={needsToken} name={t.needsToken} onChange={(on) => changeAccess({ needsToken: on })} />
          </div>
          {needsToken && <CopyField name={t.token} value={token} />}
          <p class="soft" role="status">
            {t.state[state?.type ?? 'otherPage']}
          </p>
        </>
      )}
    </section>
  );
}
