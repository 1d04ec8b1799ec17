import { useEffect, useState } from 'preact/hooks';
import { serviceUrl } from '../connection/call.ts';
import { type Access, accessOf } from '../connection/catalogue.ts';
import { Button } from '../parts/button.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { openPage, routeLink } from '../state/route.ts';
import { currentKey, openService, services } from '../state/services.ts';
import { formatBytes, formatCount, formatMoment } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Facts, propertyRows } from './facts.tsx';
import { LayerTable, MapFacts } from './map-facts.tsx';
import { Preview } from './preview.tsx';
import { directoryText as t } from './text/directory-text.ts';
import { TileAddress } from './tile-address.tsx';
import type { ServiceDescription } from './use-service.ts';

function openWith(key: string, page: string): void {
  if (key !== currentKey.value) void openService(key);
  openPage(page);
}

export function ServicePage({ described: { key, maps, document, limits } }: { described: ServiceDescription }) {
  const service = services.value?.find(({ name }) => name === key);
  const url = serviceUrl(key);
  const [access, setAccess] = useState<Access>();
  useEffect(() => {
    accessOf(key).then(setAccess, () => setAccess(undefined));
  }, [key]);
  return (
    <>
      <header>
        <h1>{service?.title ?? key}</h1>
        <p>{service?.description || text.about.noDescription}</p>
        <div class="row">
          <Button kind="primary" icon="map" onClick={() => openWith(key, 'maps')}>
            {t.openMap}
          </Button>
          <Button icon="code" onClick={() => openWith(key, 'explorer')}>
            {t.tryIt}
          </Button>
          <Button icon="settings" onClick={() => openPage('publish', { manage: key })}>
            {text.services.manage}
          </Button>
        </div>
      </header>
      <div class="columns wide">
        <section class="card">
          <CopyField name={text.about.soap} value={url} />
          <CopyField name={text.about.wsdl} value={`${url}?wsdl`} />
          <CopyField name={t.vendorWsdl} value={`${url}?wsdl&dialect=arcgis`} />
          {access === 'private' ? (
            <p class="soft">{t.plainPrivate}</p>
          ) : (
            <a href={url} target="_blank" rel="noreferrer">
              {t.plainPage}
            </a>
          )}
        </section>
        <Preview service={key} name={t.previewOf(service?.title ?? key)} />
      </div>
      {service && (
        <Facts
          rows={[
            [t.version, `${service.version}, ${formatMoment(service.publishedAt)}`],
            [t.size, formatBytes(service.bytes)],
            [t.features, service.featureCount === null ? t.notCounted : formatCount(service.featureCount)],
          ]}
        />
      )}
      <h2>{t.limits}</h2>
      <Facts rows={propertyRows(limits)} />
      <h2>{t.document}</h2>
      <Facts rows={propertyRows(document)} />
      {maps.map((info) => (
        <section key={info.Name}>
          <h2>
            <a {...routeLink('directory', { item: key, map: info.Name })}>{t.map(info.Name)}</a>
          </h2>
          <p class="soft">{info.Description}</p>
          <MapFacts info={info} />
          <TileAddress service={key} mapName={info.Name} />
          <LayerTable service={key} info={info} />
        </section>
      ))}
      {(service?.credits.length ?? 0) > 0 && (
        <>
          <h2>{text.about.credits}</h2>
          <ul class="plain-list">
            {service?.credits.map((credit) => (
              <li key={credit}>{credit}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
