import type { Pool } from 'pg';
import { wrongValue } from '../../sw/contract/fault.ts';
import type { Engine, EngineSnapshot, EngineTransaction } from './engine.ts';
import type { ByteRange } from './keys.ts';
import { createConnections, isConflict, query, Session, type Statement } from './postgres-connections.ts';
import { openPostgresFiles } from './postgres-files.ts';
import { createTables } from './postgres-tables.ts';

export { isUnreachable } from './postgres-connections.ts';

/** An index of PostgreSQL refuses keys of more than 2,704 bytes. The limit is the same as with LMDB. */
const maxKeyBytes = 1900;

const within = 'from soapstone_entries where key >= $1 and key < $2';
const statements = {
  get: { name: 'get', text: 'select value from soapstone_entries where key = $1' },
  scan: { name: 'scan', text: `select key, value ${within} order by key limit $3` },
  keys: { name: 'keys', text: `select key ${within} order by key limit $3` },
  count: { name: 'count', text: `select count(*) ${within}` },
  put: {
    name: 'put',
    text: `insert into soapstone_entries (key, value) values ($1, $2)
      on conflict (key) do update set value = excluded.value`,
  },
  delete: { name: 'delete', text: 'delete from soapstone_entries where key = $1' },
  deleteRange: { name: 'delete-range', text: `delete ${within}` },
  lock: { name: 'lock', text: 'select store from soapstone_locks where store = any($1) order by store for update' },
  raise: { name: 'raise', text: 'update soapstone_locks set n = n + 1 where store = any($1)' },
  now: { name: 'now', text: 'select extract(epoch from clock_timestamp()) * 1000' },
  changes: { name: 'changes', text: 'select store, n from soapstone_locks' },
  addLock: {
    name: 'add-lock',
    text: 'insert into soapstone_locks (store, n) values ($1, 0) on conflict (store) do nothing',
  },
} as const satisfies Record<string, Statement>;

/**
 * Open a PostgreSQL database, which several processes and computers can share.
 *
 * Each store has a row that its writers lock. They therefore wait for each other, and transactions of the isolation
 * level "read committed" are enough.
 *
 * @param cacheFolder for copies of the files that were opened; several processes can share it
 * @throws {Fault} `storage-failed`
 */
export async function openPostgresEngine(url: string, cacheFolder: string): Promise<Engine> {
  const { readers, writers } = createConnections(url);
  const close = async (): Promise<void> => {
    await Promise.all([readers.end(), writers.end()]);
  };
  try {
    await createTables(readers);
    const begin = await readBeginCommands(readers);
    const locks = new Set<string>();
    const readCounts = shareRuns(async () => {
      const rows = await query<string>(readers, statements.changes, []);
      return new Map(rows.map(([store, count]) => [store, Number(count)]));
    });
    return {
      beginRead: () => beginRead(readers),
      async beginWrite(stores, isDurable) {
        const names = [...new Set(stores)].sort();
        for (const store of names) {
          if (!locks.has(store)) await query(readers, statements.addLock, [store]);
          locks.add(store);
        }
        return beginWrite(writers, isDurable ? begin.strict : begin.relaxed, names);
      },
      async changes(stores) {
        const counts = await readCounts();
        return stores.map((store) => counts.get(store) ?? 0);
      },
      async now() {
        const [row] = await query<string>(readers, statements.now, []);
        return Number(row![0]);
      },
      isConflict,
      files: await openPostgresFiles(readers, cacheFolder),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Return the commands that begin to write. Only a server that is set up to lose commits needs one for strict writes. */
async function readBeginCommands(pool: Pool): Promise<{ strict: string; relaxed: string }> {
  const [row] = await query<string>(pool, { name: 'durability', text: 'show synchronous_commit' }, []);
  return {
    strict: row![0] === 'off' ? 'begin; set local synchronous_commit = on' : 'begin',
    relaxed: 'begin; set local synchronous_commit = off',
  };
}

/**
 * Return a function that runs a task for all callers that wait for it. Each caller gets a run that begins after its call,
 * so that the result is as new as if it had run the task itself.
 */
function shareRuns<T>(task: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      const run = task();
      running = run.catch(() => undefined);
      return run;
    });
    return next;
  };
}

async function beginRead(pool: Pool): Promise<EngineSnapshot> {
  const session = await Session.begin(pool, 'begin isolation level repeatable read read only');
  return {
    ...readOperations(session),
    end() {
      // The caller needn't wait.
      session.end('commit').catch(() => undefined);
    },
  };
}

/** Return the operations that read. */
const readOperations = (session: Session): Omit<EngineSnapshot, 'end'> => ({
  async get(key) {
    return (await session.query(statements.get, [key]))[0]?.[0];
  },
  async scan({ lower, upper }, limit) {
    const rows = await session.query(statements.scan, [lower, upper, limit ?? null]);
    return rows as (readonly [Buffer, Buffer])[];
  },
  async keys({ lower, upper }, limit) {
    const rows = await session.query(statements.keys, [lower, upper, limit ?? null]);
    return rows.map(([key]) => key!);
  },
  async count({ lower, upper }) {
    const [row] = await session.query<string>(statements.count, [lower, upper]);
    return Number(row![0]);
  },
});

/** Begin to write when the locks of all stores are free. All writers take them in the order of the names. */
async function beginWrite(pool: Pool, begin: string, stores: readonly string[]): Promise<EngineTransaction> {
  const session = await Session.begin(pool, begin, async (begun) => {
    if (stores.length > 0) await begun.query(statements.lock, [stores]);
  });
  const run = async (statement: Statement, ...values: Uint8Array[]): Promise<void> => {
    await session.query(statement, values);
  };
  return {
    ...readOperations(session),
    put(key, value) {
      if (key.length > maxKeyBytes)
        throw wrongValue('too-large', 'Row key', `at most ${maxKeyBytes} bytes`, `${key.length}`);
      return run(statements.put, key, value);
    },
    delete: (key) => run(statements.delete, key),
    deleteRange: ({ lower, upper }: ByteRange) => run(statements.deleteRange, lower, upper),
    async commit() {
      if (stores.length > 0) await session.query(statements.raise, [stores]);
      await session.end('commit');
    },
    rollback: () => session.end('rollback'),
  };
}
