import { freeBytes, install, installPrompt, isOnline, keepSafely, stored } from '../state/host.ts';
import { showToast } from '../state/toasts.ts';
import { formatBytes } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Icon } from './icon.tsx';

export function StatusBar() {
  const state = stored.value;
  return (
    <section class="status" aria-label={text.status.label}>
      <span>
        <i class="dot" data-offline={isOnline.value ? undefined : ''} />
        {isOnline.value ? text.status.online : text.status.offline}
      </span>
      {freeBytes.value !== undefined && <span>{text.status.free(formatBytes(freeBytes.value))}</span>}
      {state && (
        <span>
          {state.quotaBytes > 0 && <Meter share={state.usedBytes / state.quotaBytes} />}
          {text.status.storage(formatBytes(state.usedBytes), formatBytes(state.quotaBytes))}
        </span>
      )}
      {state &&
        (state.persisted ? (
          <span title={text.status.persistedDetail}>
            <Icon name="shield-check" size={14} />
            {text.status.persisted}
          </span>
        ) : (
          <button
            type="button"
            class="link"
            title={text.status.persistDetail}
            onClick={async () => {
              if (!(await keepSafely())) showToast({ message: text.status.persistRefused });
            }}
          >
            <Icon name="shield" size={14} />
            {text.status.persist}
          </button>
        ))}
      <span class="spacer" />
      {installPrompt.value && (
        <button type="button" class="link" onClick={() => void install()}>
          <Icon name="install" size={14} />
          {text.status.install}
        </button>
      )}
      <span>{text.status.build(buildId)}</span>
    </section>
  );
}

function Meter({ share }: { share: number }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native meter cannot be drawn alike in every browser
    <span
      class="meter"
      role="meter"
      aria-label={text.status.meter}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <span style={{ width: `${Math.max(2, Math.min(100, share * 100))}%` }} />
    </span>
  );
}

/**
 * Build ID: the hash of eight characters in the name of the main script; `dev` during development.
 */
const buildId =
  /-([\w-]{8})\.js$/.exec(document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '')?.[1] ?? 'dev';
