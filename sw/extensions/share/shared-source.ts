import type { Context } from '../../context.ts';
import { Fault } from '../../contract/index.ts';
import { createBatchCache } from '../../rows/batch-cache.ts';
import { openTable } from '../../rows/open-table.ts';
import type { ReadBytes, Table } from '../../rows/table.ts';
import { openRaster, type Raster } from '../../service/raster-source.ts';
import type { ServiceRecord, Store } from '../../store/store.ts';
import type { SharedContents } from './shared-map.ts';

/** Functions that the viewer provides. There is no database and no network. */
export type ViewerHost = Pick<Context, 'createCanvas' | 'decodeImage' | 'fontsReady' | 'now' | 'yieldNow'>;

const backgroundKey = 'background';

/** A shared map for the handlers: its service, the background service, and a context that reads its files. */
export interface SharedSource {
  readonly context: Context;
  readonly service: ServiceRecord;
  readonly backgroundMap?: ServiceRecord;
}

/** Open a shared map. Handlers can only access its files. */
export function openShared({ map, files }: SharedContents, host: ViewerHost): SharedSource {
  const service = makeServiceRecord('map', map.definition);
  const backgroundMap = map.backgroundMap && makeServiceRecord(backgroundKey, map.backgroundMap.definition);
  const contents = {};
  const cache = createBatchCache();
  const open = new Map<string, Table | Raster>();
  const makeReader =
    ({ key }: ServiceRecord): ReadBytes =>
    async (file, offset, length) => {
      const blob = files.get(key === backgroundKey ? `${backgroundKey}/${file}` : file);
      if (!blob) throw new Fault('not-found', `${file} isn't included in this page. Share the map again.`);
      return blob.slice(offset, Math.min(offset + length, blob.size)).arrayBuffer();
    };
  const opened = <T extends Table | Raster>(key: string, make: () => T): T => {
    const openedEntry = open.get(key) as T | undefined;
    if (openedEntry) return openedEntry;
    const made = make();
    open.set(key, made);
    return made;
  };
  const store: Pick<Store, 'table' | 'raster' | 'contents' | 'setting' | 'output'> = {
    table: async (record, name) =>
      opened(`${record.key} table ${name}`, () =>
        openTable(record.definition.tables[name]!, makeReader(record), cache),
      ),
    raster: async (record, name) =>
      opened(`${record.key} raster ${name}`, () =>
        openRaster(record.definition.rasters![name]!, makeReader(record), cache),
      ),
    contents: () => contents,
    // There are no datum grids and no output files.
    setting: async () => undefined,
    output: async () => undefined,
  };
  const context: Context = {
    ...host,
    // The handlers for images, legends and searches use no other methods.
    store: store as Context['store'],
    newId: () => '',
    fetch: async (file) => {
      const isThere = map.systems !== undefined && file.endsWith('epsg.json');
      return new Response(isThere ? map.systems : null, { status: isThere ? 200 : 404 });
    },
    base: '/',
    origin: '',
  };
  return { context, service, backgroundMap };
}

const makeServiceRecord = (key: string, definition: ServiceRecord['definition']): ServiceRecord => ({
  key,
  version: 1,
  definition,
  publishedAt: 0,
  bytes: 0,
});
