import { useEffect, useState } from 'preact/hooks';
import { call, isAbort, messageOf, serviceUrl } from '../../call.ts';
import { Button } from '../../parts/button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { openPage, placeLink } from '../../state/place.ts';
import { referenceName } from '../../state/references.ts';
import { currentKey, type MapInfo, openService, services } from '../../state/services.ts';
import { formatBytes, formatCount, formatMoment, formatScale } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { extentWords, Facts, propertyRows, timeWords } from './facts.tsx';
import { Preview } from './preview.tsx';
import type { Told } from './use-service.ts';

/** Put a service on the map, or into the explorer. */
function goWith(key: string, page: string): void {
  if (key !== currentKey.value) void openService(key);
  openPage(page);
}

/** One service: where it answers, what it may, and the maps in it. */
export function ServicePage({ told: { key, maps, document, limits } }: { told: Told }) {
  const service = services.value?.find(({ name }) => name === key);
  const url = serviceUrl(key);
  return (
    <>
      <header>
        <h1>{service?.title ?? key}</h1>
        <p>{service?.description || text.about.noDescription}</p>
        <div class="request-actions">
          <Button kind="primary" icon="map" onClick={() => goWith(key, 'maps')}>
            {text.directory.openMap}
          </Button>
          <Button icon="code" onClick={() => goWith(key, 'explorer')}>
            {text.directory.tryIt}
          </Button>
        </div>
      </header>
      <div class="two-columns">
        <section class="card">
          <CopyField name={text.about.soap} value={url} />
          <CopyField name={text.about.wsdl} value={`${url}?wsdl`} />
          <CopyField name={text.directory.vendorWsdl} value={`${url}?wsdl&dialect=arcgis`} />
          <a href={url} target="_blank" rel="noreferrer">
            {text.directory.plainPage}
          </a>
        </section>
        <Preview service={key} name={text.directory.previewOf(service?.title ?? key)} />
      </div>
      {service && (
        <Facts
          rows={[
            [text.directory.version, `${service.version}, ${formatMoment(service.publishedAt)}`],
            [text.directory.size, formatBytes(service.bytes)],
            [text.directory.features, formatCount(service.featureCount)],
          ]}
        />
      )}
      <h2>{text.directory.limits}</h2>
      <Facts rows={propertyRows(limits)} />
      <h2>{text.directory.document}</h2>
      <Facts rows={propertyRows(document)} />
      {maps.map((info) => (
        <MapSection key={info.Name} service={key} info={info} />
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

function MapSection({ service, info }: { service: string; info: MapInfo }) {
  return (
    <section>
      <h2>{text.directory.map(info.Name)}</h2>
      <p class="soft">{info.Description}</p>
      <Facts
        rows={[
          [text.about.reference, referenceName(info.SpatialReference)],
          [text.about.units, info.Units.replace(/^gis/, '')],
          [text.directory.firstExtent, extentWords(info.Extent)],
          [text.about.extent, extentWords(info.FullExtent)],
          [text.directory.time, timeWords(info.FullTimeExtent)],
          [text.directory.bookmarks, (info.Bookmarks ?? []).map(({ Name }) => Name).join(', ')],
          [text.directory.dynamic, info.SupportsDynamicLayers ? text.hits.yes : text.hits.no],
          [text.directory.copyright, info.CopyrightText],
        ]}
      />
      <Cache service={service} mapName={info.Name} />
      <ScrollRegion kind="table-scroll" name={text.layers.title}>
        <table>
          <thead>
            <tr>
              <th scope="col">Id</th>
              <th scope="col">{text.directory.layer}</th>
              <th scope="col">{text.directory.kind}</th>
              <th scope="col">{text.directory.scales}</th>
              <th scope="col">{text.directory.fields}</th>
            </tr>
          </thead>
          <tbody>
            {(info.MapLayerInfos ?? []).map((layer) => (
              <tr key={layer.LayerID}>
                <td data-number="">{layer.LayerID}</td>
                <td>
                  <a {...placeLink('directory', { item: service, layer: String(layer.LayerID) })}>{layer.Name}</a>
                </td>
                <td>{layer.LayerType}</td>
                <td>{scaleWords(layer.MinScale, layer.MaxScale)}</td>
                <td data-number="">{layer.Fields?.FieldArray.length ?? 0}</td>
              </tr>
            ))}
            {(info.StandaloneTableInfos ?? []).map((table) => (
              <tr key={table.ID}>
                <td data-number="">{table.ID}</td>
                <td>
                  <a {...placeLink('directory', { item: service, layer: String(table.ID) })}>{table.Name}</a>
                </td>
                <td>{text.layers.kind.table}</td>
                <td />
                <td data-number="">{table.Fields?.FieldArray.length ?? 0}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

/** Say between which scales a layer shows. */
export function scaleWords(minScale: number, maxScale: number): string {
  if (minScale <= 0 && maxScale <= 0) return text.directory.allScales;
  const from = minScale > 0 ? `1:${formatScale(minScale)}` : '…';
  const to = maxScale > 0 ? `1:${formatScale(maxScale)}` : '…';
  return `${from} – ${to}`;
}

/** The address of tiles, where the map has them. */
function Cache({ service, mapName }: { service: string; mapName: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const running = new AbortController();
    const { signal } = running;
    const ask = async () => {
      const { Result: isCached } = await call('IsFixedScaleMap', service, { MapName: mapName }, { signal });
      if (!isCached) return undefined;
      const { Result } = await call('GetVirtualCacheDirectory', service, { MapName: mapName, LayerID: -1 }, { signal });
      return Result;
    };
    ask().then(
      setAddress,
      (error) => !isAbort(error) && console.warn('The cache was not described.', messageOf(error)),
    );
    return () => running.abort();
  }, [service, mapName]);
  return address ? <CopyField name={text.directory.tiles} value={address} /> : null;
}
