import '../style/cards.css';
import './directory.css';
import { base } from '../connection/call.ts';
import { CopyField } from '../parts/copy-field.tsx';
import { featuresText } from '../parts/features-text.ts';
import { EmptyState, ErrorState } from '../parts/notice.tsx';
import { ServiceThumbnail } from '../parts/service-thumbnail.tsx';
import { route, routeLink } from '../state/route.ts';
import { refreshServices, services, servicesError } from '../state/services.ts';
import { formatBytes, formatMoment } from '../text/format.ts';
import { text } from '../text/text.ts';
import { LayerPage } from './layer-page.tsx';
import { MapPage } from './map-page.tsx';
import { ServicePage } from './service-page.tsx';
import { directoryText as t } from './text/directory-text.ts';
import { useService } from './use-service.ts';

export function DirectoryPage() {
  const [item, map, layer] = ['item', 'map', 'layer'].map((name) => route.value.get(name));
  return (
    <main class="page column directory" id="main" tabIndex={-1}>
      {item === undefined ? <Catalogue /> : <Item service={item} map={map} layer={layer} />}
    </main>
  );
}

function Catalogue() {
  const all = services.value ?? [];
  return (
    <>
      <header>
        <h1>{text.navigation.directory}</h1>
        <p>{t.intro}</p>
      </header>
      <CopyField name={t.json} value={`${location.origin}${base}services?f=json`} />
      {servicesError.value && (
        <ErrorState
          title={text.services.loadFailed}
          message={servicesError.value}
          onRetry={() => void refreshServices()}
        />
      )}
      {services.value?.length === 0 && (
        <EmptyState icon="map" title={text.services.emptyTitle}>
          <p>{text.services.empty}</p>
        </EmptyState>
      )}
      <ul class="columns directory-cards">
        {all.map((service) => (
          <li key={service.name}>
            <a class="link-card" {...routeLink('directory', { item: service.name })}>
              <ServiceThumbnail service={service.name} version={service.version} />
              <span>
                <strong>{service.title}</strong>
                <small>{service.description}</small>
                <small>
                  {text.services.layers(service.layerCount)} ·{' '}
                  {service.featureCount !== 0 && `${featuresText(service.featureCount)} · `}
                  {formatBytes(service.bytes)} · {formatMoment(service.publishedAt)}
                </small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Item(props: { service: string; map: string | undefined; layer: string | undefined }) {
  const { service, map, layer } = props;
  const { value: described, problem, retry } = useService(service);
  const shown = described && (map === undefined ? described.maps[0] : described.maps.find(({ Name }) => Name === map));
  const isMap = map !== undefined || layer !== undefined;
  return (
    <>
      <nav class="crumbs" aria-label={t.path}>
        <a {...routeLink('directory')}>{text.navigation.directory}</a>
        {isMap ? (
          <a {...routeLink('directory', { item: service })}>{service}</a>
        ) : (
          <span aria-current="page">{service}</span>
        )}
        {shown && layer !== undefined && (
          <a {...routeLink('directory', { item: service, map: shown.Name })}>{t.map(shown.Name)}</a>
        )}
        {isMap && <span aria-current="page">{layer ?? t.map(map ?? '')}</span>}
      </nav>
      {problem && <ErrorState title={text.services.mapFailed} message={problem} onRetry={retry} />}
      {!described && !problem && <div class="skeleton" style={{ height: '320px' }} aria-hidden="true" />}
      {described && !isMap && <ServicePage described={described} />}
      {described && isMap && !shown && <ErrorState title={text.services.mapFailed} message={t.noMap(map ?? '')} />}
      {described && isMap && shown && layer === undefined && <MapPage service={described} info={shown} />}
      {described && shown && layer !== undefined && <LayerPage service={described} info={shown} id={Number(layer)} />}
    </>
  );
}
