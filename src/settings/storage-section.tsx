import { Fragment } from 'preact';
import { serviceUrl } from '../connection/call.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { exportService } from '../parts/save-file.ts';
import { keepSafely, stored } from '../state/host.ts';
import { routeLink } from '../state/route.ts';
import { services } from '../state/services.ts';
import { showToast } from '../state/toasts.ts';
import { formatBytes, formatCount } from '../text/format.ts';
import { text } from '../text/text.ts';
import { useCacheSizes } from './cache-sizes.ts';

export function StorageSection() {
  const state = stored.value;
  const all = [...(services.value ?? [])].sort((a, b) => b.bytes - a.bytes);
  const caches = useCacheSizes(all);
  const most = Math.max(1, ...all.map(({ bytes }) => bytes), ...[...caches.values()].map(({ bytes }) => bytes));
  return (
    <section class="card">
      <h2>{text.settings.storage}</h2>
      {!state && <Notice kind="info">{text.settings.storageUnknown}</Notice>}
      {state && (
        <>
          <p>{text.status.storage(formatBytes(state.usedBytes), formatBytes(state.quotaBytes))}</p>
          {state.quotaBytes > 0 && (
            <ProgressBar fraction={state.usedBytes / state.quotaBytes} name={text.status.meter} />
          )}
          {state.persisted ? (
            <p>{text.status.persistedDetail}</p>
          ) : (
            <div class="row">
              <p>{text.settings.notPersisted}</p>
              <Button
                icon="shield"
                onClick={async () => {
                  if (!(await keepSafely())) showToast({ message: text.status.persistRefused });
                }}
              >
                {text.status.persist}
              </Button>
            </div>
          )}
        </>
      )}
      <ul class="stack near sizes">
        {all.map((service) => {
          const cache = caches.get(service.name);
          return (
            <Fragment key={service.name}>
              <li>
                <a href={serviceUrl(service.name)} target="_blank" rel="noreferrer">
                  {service.title}
                </a>
                <Share bytes={service.bytes} of={most} />
                <span>{formatBytes(service.bytes)}</span>
                <Button small icon="download" onClick={() => void exportService(service.name)}>
                  {text.settings.exportOne}
                </Button>
              </li>
              {cache && (
                <li class="cache-size">
                  <a {...routeLink('tiles', { item: service.name })}>
                    {text.settings.cacheOf(service.title, formatCount(cache.tiles))}
                  </a>
                  <Share bytes={cache.bytes} of={most} />
                  <span>{formatBytes(cache.bytes)}</span>
                </li>
              )}
            </Fragment>
          );
        })}
      </ul>
      {all.length === 0 && <p class="soft">{text.services.emptyTitle}</p>}
    </section>
  );
}

function Share({ bytes, of }: { bytes: number; of: number }) {
  return (
    <span class="meter" aria-hidden="true">
      <span style={{ width: `${(100 * bytes) / of}%` }} />
    </span>
  );
}
