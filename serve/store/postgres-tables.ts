import type { Pool } from 'pg';
import { Fault } from '../../sw/contract/fault.ts';
import { query } from './postgres-connections.ts';

/** Version of the tables, not of the stores in them. Raise it when older programs can't use the tables any more. */
const version = 1;
const maxTries = 5;

/** Only types and statements that CockroachDB and YugabyteDB also have. */
const tables = [
  'create table if not exists soapstone_entries (key bytea primary key, value bytea not null)',
  // Writers lock the rows of their stores. `n` counts the transactions.
  'create table if not exists soapstone_locks (store text primary key, n bigint not null)',
  'create table if not exists soapstone_files (id text primary key, size bigint not null, written_at bigint not null)',
  'create table if not exists soapstone_chunks (id text, part int, bytes bytea not null, primary key (id, part))',
  // Must be last: if this table exists, all others do.
  'create table if not exists soapstone_schema (id int primary key, version int not null)',
];

/** Create the tables unless they exist. @throws {Fault} `storage-failed` if a newer version made them */
export async function createTables(pool: Pool): Promise<void> {
  const exists = await query(pool, { name: 'tables', text: "select to_regclass('soapstone_schema')::text" }, []);
  if (exists[0]![0] === null) await createMissing(pool);
  const text = 'insert into soapstone_schema (id, version) values (1, $1) on conflict (id) do nothing';
  await query(pool, { name: 'set-version', text }, [version]);
  const [row] = await query(pool, { name: 'version', text: 'select version from soapstone_schema where id = 1' }, []);
  const stored = Number(row![0]);
  if (stored > version)
    throw new Fault(
      'storage-failed',
      `The tables of the database have version ${stored}, which is newer than ${version}. Update this program.`,
    );
}

/** Other processes may create the tables at the same time, which PostgreSQL reports as a duplicate. */
async function createMissing(pool: Pool): Promise<void> {
  const duplicate = new Set(['23505', '42P07', '42710']);
  for (const text of tables) {
    for (let tries = 1; ; tries++) {
      try {
        await query(pool, { name: '', text }, []);
        break;
      } catch (error) {
        if (tries === maxTries || !duplicate.has(String((error as { code?: unknown }).code))) throw error;
      }
    }
  }
}
