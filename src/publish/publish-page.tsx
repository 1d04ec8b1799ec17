import './publish.css';
import { useEffect, useState } from 'preact/hooks';
import { formatError } from '../connection/call.ts';
import { Button } from '../parts/button.tsx';
import { listAdded } from '../parts/extension.ts';
import { ErrorState, Notice } from '../parts/notice.tsx';
import { ServiceThumbnail } from '../parts/service-thumbnail.tsx';
import { route, routeLink } from '../state/route.ts';
import { services } from '../state/services.ts';
import { formatBytes } from '../text/format.ts';
import { text } from '../text/text.ts';
import { datumGrids, gridProblem, refreshGrids, removeGrid } from './datum-grids.ts';
import { ManagePage } from './manage/manage-page.tsx';
import { managedServices, refreshManaged } from './managed-services.ts';
import { PastedSection } from './pasted/pasted-section.tsx';
import { publishText as t } from './text/publish-text.ts';
import { Wizard } from './wizard/wizard.tsx';

export function PublishPage() {
  const managed = route.value.get('manage');
  const [problem, setProblem] = useState<string>();
  const knownServices = services.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what other tabs publish and delete changes the list
  useEffect(() => {
    refreshManaged().then(
      () => setProblem(undefined),
      (error) => setProblem(formatError(error)),
    );
  }, [knownServices]);
  return (
    <main class="page column publish" id="main" tabIndex={-1}>
      {problem && <ErrorState title={text.services.loadFailed} message={problem} />}
      {managed ? (
        <ManagePage service={managed} />
      ) : (
        <>
          <header>
            <h1>{t.title}</h1>
            <p>{t.intro}</p>
          </header>
          {route.value.get('replace') && (
            <Notice kind="info">{t.changes.title(route.value.get('replace') ?? '')}</Notice>
          )}
          <Wizard>
            <PastedSection />
            {listAdded('publishSections').map((Section, index) => (
              <Section key={index} />
            ))}
            {!route.value.has('into') && (
              <>
                <GridList />
                <ServiceList />
              </>
            )}
          </Wizard>
        </>
      )}
    </main>
  );
}

function ServiceList() {
  const all = managedServices.value;
  if (!all) return null;
  return (
    <section class="stack your-services" aria-labelledby="your-services">
      <h2 id="your-services">{t.services.title}</h2>
      {all.length === 0 ? (
        <p class="soft">{t.services.none}</p>
      ) : (
        <ul class="columns">
          {all.map(({ key, title, version, access }) => (
            <li key={key}>
              <a class="link-card" {...routeLink('publish', { manage: key })}>
                <ServiceThumbnail service={key} version={version} />
                <span>
                  <strong>{t.services.manageOf(title)}</strong>
                  <small>
                    {key}
                    {access === 'private' && ` · ${t.services.isPrivate}`}
                  </small>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function GridList() {
  useEffect(() => void refreshGrids(), []);
  const grids = datumGrids.value ?? [];
  const problem = gridProblem.value;
  if (grids.length === 0 && !problem) return null;
  return (
    <section class="card" aria-labelledby="datum-grids">
      <h2 id="datum-grids">{t.grids.title}</h2>
      <p class="soft">{t.grids.detail}</p>
      {problem && (
        <Notice kind="error">
          <span>{problem}</span>
        </Notice>
      )}
      <ul class="stack grid-list">
        {grids.map(({ name, bytes }) => (
          <li key={name}>
            <strong>{name}</strong>
            <span class="soft">{formatBytes(bytes)}</span>
            <Button small aria-label={t.grids.removeOf(name)} onClick={() => void removeGrid(name)}>
              {t.grids.remove}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
