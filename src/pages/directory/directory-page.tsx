import './directory.css';
import { base } from '../../call.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { EmptyState, ErrorState } from '../../parts/notice.tsx';
import { place, placeLink } from '../../state/place.ts';
import { refreshServices, services, servicesError } from '../../state/services.ts';
import { formatBytes, formatCount, formatMoment } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { ServiceThumbnail } from '../maps/service-thumbnail.tsx';
import { LayerPage } from './layer-page.tsx';
import { ServicePage } from './service-page.tsx';
import { useService } from './use-service.ts';

/** The services directory: the catalogue, a service of it, or a layer of that. */
export function DirectoryPage() {
  const [item, layer] = [place.value.get('item'), place.value.get('layer')];
  return (
    <main class="page directory" id="main" tabIndex={-1}>
      {item === undefined ? <Catalogue /> : <Item service={item} layer={layer} />}
    </main>
  );
}

function Catalogue() {
  const all = services.value ?? [];
  return (
    <>
      <header>
        <h1>{text.rail.directory}</h1>
        <p>{text.directory.intro}</p>
      </header>
      <CopyField name={text.directory.json} value={`${location.origin}${base}services?f=json`} />
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
      <ul class="directory-cards">
        {all.map((service) => (
          <li key={service.name}>
            <a {...placeLink('directory', { item: service.name })}>
              <ServiceThumbnail service={service.name} version={service.version} />
              <span>
                <strong>{service.title}</strong>
                <small>{service.description}</small>
                <small>
                  {text.services.layers(service.layerCount)} ·{' '}
                  {text.services.features(formatCount(service.featureCount))} · {formatBytes(service.bytes)} ·{' '}
                  {formatMoment(service.publishedAt)}
                </small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Item({ service, layer }: { service: string; layer: string | undefined }) {
  const { told, problem, retry } = useService(service);
  return (
    <>
      <nav class="crumbs" aria-label={text.directory.path}>
        <a {...placeLink('directory')}>{text.rail.directory}</a>
        {layer === undefined ? (
          <span aria-current="page">{service}</span>
        ) : (
          <a {...placeLink('directory', { item: service })}>{service}</a>
        )}
        {layer !== undefined && <span aria-current="page">{layer}</span>}
      </nav>
      {problem && <ErrorState title={text.services.mapFailed} message={problem} onRetry={retry} />}
      {!told && !problem && <div class="skeleton" style={{ height: '320px' }} aria-hidden="true" />}
      {told && (layer === undefined ? <ServicePage told={told} /> : <LayerPage told={told} id={Number(layer)} />)}
    </>
  );
}
