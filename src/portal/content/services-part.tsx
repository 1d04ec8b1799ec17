import { serviceUrl } from '../../connection/call.ts';
import { ask } from '../../connection/portal-call.ts';
import { Select } from '../../parts/form/select.tsx';
import { thenReload } from '../collaborations/then-reload.ts';
import { LoadedPart } from '../loaded-part.tsx';
import { OptimisticControl } from '../optimistic-control.tsx';
import { runAction } from '../run-action.ts';
import type { TabProps } from '../tab-props.ts';
import { portalText as t } from '../text/portal-text.ts';
import { useLoaded } from '../use-loaded.ts';

const accesses = ['public', 'private'] as const;

export function ServicesPart({ portal }: TabProps) {
  const portalId = portal.id;
  const loaded = useLoaded(portalId, async (signal) => (await ask('services', { portalId }, {}, { signal })).services);
  const change = (service: string, access: 'public' | 'private') =>
    runAction(
      () => thenReload(() => ask('updateServiceAccess', { portalId }, { service, access })),
      t.services.changed(service, t.choices[access] ?? access),
    );
  return (
    <section class="card" aria-labelledby="portal-services">
      <h2 id="portal-services">{t.services.title}</h2>
      <p class="soft">{t.services.detail}</p>
      <LoadedPart loaded={loaded} none={<p class="soft">{t.services.none}</p>}>
        {(rows) => (
          <ul class="portal-list">
            {rows.map((row) => (
              <li key={row.name}>
                <a href={serviceUrl(row.name)} target="_blank" rel="noreferrer">
                  {row.name}
                </a>
                <OptimisticControl value={row.access} answer={row} send={(access) => change(row.name, access)}>
                  {(shown, choose) => (
                    <Select
                      aria-label={t.services.accessOf(row.name)}
                      value={shown}
                      choices={accesses.map((one) => [one, t.choices[one] ?? one])}
                      onChange={choose}
                    />
                  )}
                </OptimisticControl>
              </li>
            ))}
          </ul>
        )}
      </LoadedPart>
    </section>
  );
}
