import { ScrollRegion } from '../parts/scroll-region.tsx';
import type { MapInfo } from '../state/services.ts';
import { extentText } from './facts.tsx';
import { LayerTable, MapFacts } from './map-facts.tsx';
import { Preview } from './preview.tsx';
import { RelationTable } from './relation-table.tsx';
import { ServerFacts } from './server-facts.tsx';
import { directoryText as t } from './text/directory-text.ts';
import { TileAddress } from './tile-address.tsx';
import type { ServiceDetails } from './use-service.ts';

/** One map of a service: where it is, its layers and tables, how they belong together, and its bookmarks. */
export function MapPage({ details: { key }, info }: { details: ServiceDetails; info: MapInfo }) {
  const bookmarks = info.Bookmarks ?? [];
  return (
    <>
      <header>
        <h1>{t.map(info.Name)}</h1>
        <p>{info.Description}</p>
      </header>
      <div class="two-columns">
        <div class="card">
          <TileAddress service={key} mapName={info.Name} />
          <MapFacts info={info} />
        </div>
        <Preview service={key} map={info.Name} name={t.previewOf(info.Name)} />
      </div>
      <h2>{t.layersAndTables}</h2>
      <LayerTable service={key} info={info} />
      <RelationTable service={key} info={info} />
      {bookmarks.length > 0 && (
        <>
          <h2>{t.bookmarks}</h2>
          <ScrollRegion kind="table-scroll" name={t.bookmarks}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t.name}</th>
                  <th scope="col">{t.extent}</th>
                </tr>
              </thead>
              <tbody>
                {bookmarks.map(({ Name, Extent }) => (
                  <tr key={Name}>
                    <td>{Name}</td>
                    <td>{extentText(Extent)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </>
      )}
      <ServerFacts title={t.everything} value={info} apart={['Name', 'Description', 'DefaultMapDescription']} />
    </>
  );
}
