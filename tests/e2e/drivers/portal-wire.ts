import type { Page } from '@playwright/test';

// biome-ignore lint/suspicious/noExplicitAny: JSON whose shape each test states by what it expects
export type Json = any;

/** The portal IDs and administrator tokens that a program of this origin gets. */
export interface Ids {
  readonly hostId: string;
  readonly guestId: string;
  readonly hostToken: string;
  readonly guestToken: string;
  /** Path of the demo's workspace below a portal. */
  readonly workspace: string;
}

/** Sign in like the page, and find the demo's workspace. */
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
 * Call an operation like a program that numbers its requests and repeats a request if the network fails.
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

/** Read the rows of a store directly from the database. */
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

/** Write items directly to the guest's group, for the next synchronization. */
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

/** A read lock on the database: others can read, but not write, until it is released. */
export interface Hold {
  /** Resolves when the lock is active. */
  readonly closed: Promise<void>;
  /** Resolves when a writer is waiting. */
  writerWaits(): Promise<void>;
  open(): Promise<void>;
}

/**
 * Block writes to the portal, immediately or when a synchronization has processed an item. A writer waits in the middle
 * of its task.
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
        // A read transaction blocks writers while it has pending requests.
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
        // Readers overtake each other, but not a writer that came before them. If a new reader gets no answer while the
        // blocking one gets a thousand, a writer is waiting, however busy the machine is.
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
