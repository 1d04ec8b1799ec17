import { Button } from '../../../parts/button.tsx';
import { ErrorState } from '../../../parts/notice.tsx';
import { openPage, placeLink } from '../../../state/place.ts';
import { currentKey, openService } from '../../../state/services.ts';
import { publishText as t } from '../../../text/publish-text.ts';
import { AccessSection } from './access-section.tsx';
import { DataSection } from './data-section.tsx';
import { DocumentSection } from './document-section.tsx';
import { LayersSection } from './layers-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { RelationsSection } from './relations-section.tsx';
import { useManaged } from './use-managed.ts';

/** Everything that people may change of one service. */
export function ManagePage({ service }: { service: string }) {
  const { managed, problem, retry, save } = useManaged(service);
  const title = managed?.definition.document.Title || service;
  return (
    <>
      <nav class="crumbs" aria-label={t.services.title}>
        <a {...placeLink('publish')}>{t.manage.all}</a>
        <span aria-current="page">{service}</span>
      </nav>
      <header>
        <h1>{t.manage.title(title)}</h1>
        <div class="request-actions">
          <Button
            icon="map"
            onClick={() => {
              if (service !== currentKey.value) void openService(service);
              openPage('maps');
            }}
          >
            {t.manage.openMap}
          </Button>
          <Button icon="table" onClick={() => openPage('directory', { item: service })}>
            {t.manage.openPage}
          </Button>
        </div>
      </header>
      {problem && <ErrorState title={t.manage.notThere} message={problem} onRetry={retry} />}
      {!managed && !problem && <div class="skeleton" style={{ height: '320px' }} aria-hidden="true" />}
      {managed && (
        <div class="manage" key={service}>
          <DocumentSection managed={managed} save={save} />
          <DataSection managed={managed} />
          <LayersSection managed={managed} save={save} />
          <RelationsSection managed={managed} save={save} />
          <LimitsSection managed={managed} save={save} />
          <AccessSection managed={managed} save={save} />
        </div>
      )}
    </>
  );
}
