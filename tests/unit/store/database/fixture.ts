import type { Database, Key, OpenDatabase } from '../../../../sw/store/database.ts';

/** A database host, which outlives its connections. */
export interface DatabaseHost {
  readonly openDatabase: OpenDatabase;
  close(): Promise<void>;
}
/** Open an empty host, or reopen the last one. */
export type OpenHost = (isEmpty: boolean) => Promise<DatabaseHost>;

export interface Row {
  readonly id: string;
  readonly group?: string;
  readonly rank?: number;
  readonly tags?: readonly string[];
}
export interface TestSchema {
  rows: { key: string; value: Row; indexes: { group: string; ranked: [string, number]; tags: string } };
  pairs: { key: [string, number]; value: { readonly a: string; readonly n: number; readonly text?: string } };
  values: { key: Key; value: unknown };
  unique: { key: string; value: { readonly id: string; readonly mail: string }; indexes: { mail: string } };
}
export type TestDatabase = Database<TestSchema>;

export const letters: Row[] = [
  { id: 'a', group: 'x', rank: 2, tags: ['red', 'blue', 'red'] },
  { id: 'b', group: 'y', rank: 1, tags: ['blue'] },
  { id: 'c', group: 'x', rank: 1 },
  { id: 'd' },
];

/** A database that is empty at the start of each test. */
export class DatabaseFixture {
  readonly #title: string;
  readonly #openHost: OpenHost;
  #host: DatabaseHost | undefined;
  #count = 0;
  name = '';
  database!: TestDatabase;

  constructor(title: string, openHost: OpenHost) {
    this.#title = title;
    this.#openHost = openHost;
  }

  async start(): Promise<void> {
    this.name = `test-${this.#title}-${++this.#count}`;
    this.#host = await this.#openHost(true);
    await this.open();
  }

  async end(): Promise<void> {
    await this.database.close();
    await this.#host?.close();
  }

  /** Close the host and reopen it. */
  async restart(): Promise<void> {
    await this.#host?.close();
    this.#host = await this.#openHost(false);
  }

  async reopen(): Promise<void> {
    await this.database.close();
    await this.restart();
    await this.open();
  }

  get openDatabase(): OpenDatabase {
    return this.#host!.openDatabase;
  }

  async open(): Promise<void> {
    this.database = await this.openDatabase<TestSchema>({
      name: this.name,
      version: 1,
      async upgrade(editor) {
        const rows = editor.createObjectStore('rows', { keyPath: 'id' });
        rows.createIndex('group', 'group');
        rows.createIndex('ranked', ['group', 'rank']);
        rows.createIndex('tags', 'tags', { multiEntry: true });
        editor.createObjectStore('pairs', { keyPath: ['a', 'n'] });
        editor.createObjectStore('values');
        editor.createObjectStore('unique', { keyPath: 'id' }).createIndex('mail', 'mail', { unique: true });
      },
    });
  }

  putRows(...rows: Row[]): Promise<void> {
    return this.database.write(['rows'], 'strict', async (transaction, requests) => {
      for (const row of rows) requests.push(transaction.objectStore('rows').put(row));
    });
  }

  putValues(...entries: (readonly [Key, unknown])[]): Promise<void> {
    return this.database.write(['values'], 'strict', async (transaction, requests) => {
      for (const [key, value] of entries) requests.push(transaction.objectStore('values').put(value, key));
    });
  }
}
