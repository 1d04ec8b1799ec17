import type { MapStore } from './map-store.ts';
import type { Connection } from './open.ts';
import { write } from './write.ts';

export function createMaps(connection: Connection): MapStore {
  return {
    all: () => connection.run((database) => database.getAll('maps')),
    get: (id) => connection.run((database) => database.get('maps', id)),
    change: (id, change) =>
      connection.run((database) =>
        write(database, ['maps'], 'strict', async (transaction) => {
          const maps = transaction.objectStore('maps');
          const before = await maps.get(id);
          const after = change(before);
          if (after && after !== before) await maps.put(after);
          if (before && !after) await maps.delete(id);
          return after;
        }),
      ),
  };
}
