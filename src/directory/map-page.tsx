import { TitledTable } from '../parts/fact-table.tsx';
import type { MapInfo } from '../state/services.ts';
import { extentText } from './facts.tsx';
import { LayerTable, MapFacts } from './map-facts.tsx';
import { Preview } from './preview.tsx';
import { RelationTable } from './relation-table.tsx';
import { ServerFacts } from './server-facts.tsx';
import { directoryText as t } from './text/directory-text.ts';
import { TileAddress } from './tile-address.tsx';
import type { ServiceDescription } from './use-service.ts';

export function MapPage({ service: { key }, info }: { service: ServiceDescription; info: MapInfo }) {
  const bookmarks = info.Bookmarks ?? [];
  return (
    <>
      <header>
        <h1>{t.map(info.Name)}</h1>
        <p>{info.Description}</p>
      </header>
      <div class="columns wide">
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
        <TitledTable
          name={t.bookmarks}
          heads={[t.name, t.extent]}
          rows={bookmarks.map(({ Name, Extent }) => [Name, extentText(Extent)])}
        />
      )}
      <ServerFacts title={t.everything} value={info} apart={['Name', 'Description', 'DefaultMapDescription']} />
    </>
  );
}
