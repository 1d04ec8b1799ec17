import type { Connection } from './open.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

/** Small values by name. */
export function createSettings(connection: Connection): Pick<Store, 'setting' | 'setSetting' | 'changeSetting'> {
  return {
    setting: (key) => connection.run((database) => database.get('settings', key)),
    async setSetting(key, value) {
      await connection.run((database) =>
        write(database, ['settings'], 'strict', (transaction) => transaction.objectStore('settings').put(value, key)),
      );
    },
    changeSetting: (key, change) =>
      connection.run(async (database) => {
        let changed: unknown;
        await write(database, ['settings'], 'strict', async (transaction) => {
          const settings = transaction.objectStore('settings');
          changed = change((await settings.get(key)) as never);
          await settings.put(changed, key);
        });
        return changed as never;
      }),
  };
}
