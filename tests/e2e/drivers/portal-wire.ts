import type { Page } from '@playwright/test';

// biome-ignore lint/suspicious/noExplicitAny: JSON whose shape each test states by what it expects
export type Json = any;

/** What a program of this origin knows: the portals, and a token of the administrator for each. */
export interface Ids {
  readonly hostId: string;
  readonly guestId: string;
  readonly hostToken: string;
  readonly guestToken: string;
  /** Path of the demo's workspace below a portal. */
  readonly workspace: string;
}

/** Sign in as the page does, and find the demo's workspace. */
export async function signIn(page: Page): Promise<Ids> {
  const { sessions } = await page.evaluate(() =>
    fetch(new URL('session', document.baseURI), { method: 'POST' }).then((response) => response.json()),
  );
  const find = (name: string) => sessions.find((session: Json) => session.name === name);
  const [host, guest] = [find('Head office'), find('Branch office')];
  const requestPath = (path: string) => post(page, `portals/${host.portalId}/${path}`, host.token);
  const collaboration = (await requestPath('collaborations')).collaborations[0].id;
  const workspace = (await requestPath(`collaborations/${collaboration}/workspaces`)).workspaces[0].id;
  return {
    hostId: host.portalId,
    guestId: guest.portalId,
    hostToken: host.token,
    guestToken: guest.token,
    workspace: `collaborations/${collaboration}/workspaces/${workspace}`,
  };
}

/**
 * Ask an operation as a program does that names its requests and, where the network fails, sends the same once more.
 *
 * @param path below the base of the app
 */
export function post(
  page: Page,
  path: string,
  token: string,
  values: Readonly<Record<string, string>> = {},
  requestId: string = crypto.randomUUID(),
): Promise<Json> {
  return page.evaluate(
    async ([url, body, id]) => {
      const ask = () =>
        fetch(new URL(url!, document.baseURI), {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-request-id': id! },
          body: body!,
        });
      const response = await ask().catch(ask);
      return response.json();
    },
    [path, new URLSearchParams({ f: 'json', token, ...values }).toString(), requestId],
  );
}

/** Rows of a store as they stand, read past the server. */
export function rows(page: Page, store: string): Promise<Json[]> {
  return page.evaluate(async (name) => {
    for (const { name: databaseName } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(databaseName!);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      if (!database.objectStoreNames.contains(name)) {
        database.close();
        continue;
      }
      const actual = await new Promise<unknown[]>((resolve, reject) => {
        const request = database.transaction(name).objectStore(name).getAll();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      database.close();
      return actual.map((row) => JSON.parse(JSON.stringify(row)));
    }
    return [];
  }, store);
}

/** Put items into the group of the guest, past the server, for the next synchronisation. */
export async function addItems(page: Page, count: number): Promise<void> {
  const [note] = (await rows(page, 'items')).filter(({ title }) => title === 'Notes of the branch office');
  await page.evaluate(
    async ([like, most]) => {
      for (const { name } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name!);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        if (database.objectStoreNames.contains('items')) {
          const transaction = database.transaction('items', 'readwrite');
          for (let index = 0; index < most; index++) {
            const id = index.toString(16).padStart(32, '0');
            transaction.objectStore('items').put({ ...like, id, title: `Item ${index}` });
          }
          await new Promise((resolve) => {
            transaction.oncomplete = resolve;
          });
        }
        database.close();
      }
    },
    [note, count] as const,
  );
}

/** A hand on the database that lets everybody read and nobody write until it opens. */
export interface Hold {
  /** Resolves when it holds. */
  readonly closed: Promise<void>;
  /** Resolves when somebody waits to write. */
  writerWaits(): Promise<void>;
  open(): Promise<void>;
}

/**
 * Hold the writes of the portal: at once, or as soon as a synchronisation has treated an item. Whoever writes waits in
 * the middle of what it does.
 */
export function holdWrites(page: Page, when: 'now' | 'synchronising'): Hold {
  const closed = page.evaluate(async (isWaiting) => {
    const state = window as unknown as { isOpen?: boolean; turns?: number };
    state.isOpen = false;
    state.turns = 0;
    let database: IDBDatabase | undefined;
    for (const { name } of await indexedDB.databases()) {
      const entry = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name!);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      if (entry.objectStoreNames.contains('syncJobs')) database = entry;
      else entry.close();
    }
    const opened = database!;
    (window as unknown as { openedName?: string }).openedName = opened.name;
    await new Promise<void>((resolve) => {
      const look = () => {
        // A transaction that reads keeps out those that write, for as long as it has something to read.
        const jobs = opened.transaction([...opened.objectStoreNames]).objectStore('syncJobs');
        const first = jobs.getAll();
        first.onsuccess = () => {
          const isThere = first.result.some((job) => job.status === 'in_progress' && job.results.length > 0);
          if (isWaiting && !isThere) return setTimeout(look, 1);
          resolve();
          const keep = () => {
            state.turns!++;
            if (state.isOpen) opened.close();
            else jobs.count().onsuccess = keep;
          };
          keep();
        };
      };
      look();
    });
  }, when === 'synchronising');
  return {
    closed,
    writerWaits: () =>
      page.evaluate(async () => {
        const state = window as unknown as { openedName: string; turns: number };
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(state.openedName);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        // Readers pass one another, but not a writer that came before them. A new reader that has no answer although the
        // holding one had a thousand stands behind a writer, however busy the machine is.
        for (let isPassing = true; isPassing; ) {
          let isAnswered = false;
          const counted = database
            .transaction([...database.objectStoreNames])
            .objectStore('syncJobs')
            .count();
          counted.onsuccess = () => {
            isAnswered = true;
          };
          const until = state.turns + 1000;
          while (!isAnswered && state.turns < until) await new Promise((resolve) => setTimeout(resolve));
          isPassing = isAnswered;
        }
        database.close();
      }),
    open: () =>
      page.evaluate(() => {
        (window as unknown as { isOpen?: boolean }).isOpen = true;
      }),
  };
}
