import { serviceUrl } from '../../connection/call.ts';
import { elsewhereText } from '../../extensions/remote/remote-text.ts';
import { SourcesSection } from '../../extensions/remote/sources-section.tsx';
import { Button } from '../../parts/button.tsx';
import { ErrorState } from '../../parts/notice.tsx';
import { openPage, routeLink } from '../../state/route.ts';
import { currentKey, openService } from '../../state/services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { AccessSection } from './access-section.tsx';
import { DataSection } from './data-section.tsx';
import { DocumentSection } from './document-section.tsx';
import { LayersSection } from './layers-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { ManageContents } from './manage-contents.tsx';
import { RelationsSection } from './relations-section.tsx';
import { RemoveSection } from './remove-section.tsx';
import { useManaged } from './use-managed.ts';

export function ManagePage({ service }: { service: string }) {
  const { managed, problem, retry, save } = useManaged(service);
  const title = managed?.definition.document.Title || service;
  return (
    <>
      <nav class="crumbs" aria-label={t.services.title}>
        <a {...routeLink('publish')}>{t.manage.all}</a>
        <span aria-current="page">{service}</span>
      </nav>
      <header>
        <h1>{t.manage.title(title)}</h1>
        <div class="row">
          <Button
            icon="map"
            onClick={() => {
              if (service !== currentKey.value) void openService(service);
              openPage('maps');
            }}
          >
            {t.manage.openMap}
          </Button>
          <Button icon="table" onClick={() => void window.open(serviceUrl(service), '_blank', 'noopener')}>
            {t.manage.openPage}
          </Button>
        </div>
      </header>
      {problem && <ErrorState title={t.manage.notThere} message={problem} onRetry={retry} />}
      {!managed && !problem && <div class="skeleton" style={{ height: '320px' }} aria-hidden="true" />}
      {managed && (
        <ManageContents
          key={service}
          parts={[
            { title: t.manage.document, body: <DocumentSection managed={managed} save={save} /> },
            { title: t.manage.data, body: <DataSection managed={managed} /> },
            ...(Object.values({ ...managed.definition.tables, ...managed.definition.rasters }).some(
              ({ remote }) => remote,
            )
              ? [{ title: elsewhereText.sources, body: <SourcesSection service={managed.key} /> }]
              : []),
            { title: t.manage.layers, body: <LayersSection managed={managed} save={save} /> },
            { title: t.manage.relations, body: <RelationsSection managed={managed} save={save} /> },
            { title: t.manage.limits, body: <LimitsSection managed={managed} save={save} /> },
            { title: t.manage.access, body: <AccessSection managed={managed} save={save} /> },
            { title: t.manage.removal, body: <RemoveSection managed={managed} /> },
          ]}
        />
      )}
    </>
  );
}
