import { Client, type ClientConfig, Pool, type PoolClient } from 'pg';
import { Fault } from '../../sw/contract/fault.ts';

/** Readers and writers have connections of their own, because writers that wait for a lock must not stop readers. */
const maxReaders = 4;
const maxWriters = 2;
const connectTimeoutMs = 5000;
/** An answer that takes longer means that the connection is dead. */
const answerTimeoutMs = 120_000;
/** The server ends the transactions of a process that hangs, so that others can write. */
const maxIdleTransactionMs = 60_000;
const maxTries = 3;

/** An SQL statement, which each connection prepares under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}
type Value = string | number | Uint8Array | readonly string[] | null;
type Row<T> = readonly T[];

interface Connections {
  readonly readers: Pool;
  readonly writers: Pool;
}

/** @throws {Fault} `bad-value` if the address is invalid */
export function createConnections(url: string): Connections {
  const options = {
    connectionString: url,
    application_name: 'soapstone',
    keepAlive: true,
    query_timeout: answerTimeoutMs,
    idle_in_transaction_session_timeout: maxIdleTransactionMs,
    Client: TimedClient,
  };
  try {
    if (!/^postgres(ql)?:$/.test(new URL(url).protocol)) throw new TypeError('Another protocol.');
    new Client(options);
  } catch (error) {
    // The address may contain a password, so errors must not contain it.
    const message = 'The address of the database is invalid. Use postgres://user:password@host:port/name.';
    throw new Fault('bad-value', message, {}, { cause: error });
  }
  return { readers: createPool(options, maxReaders), writers: createPool(options, maxWriters) };
}

/** Limits the time to connect. The same option of the pool would also limit the time to wait for a connection. */
class TimedClient extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectTimeoutMs });
  }
}

function createPool(options: ClientConfig, max: number): Pool {
  const pool = new Pool({ ...options, max });
  // Lost connections are replaced, and reported by the statements that used them.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A connection within a transaction. */
export class Session {
  readonly #client: PoolClient;
  #isEnded = false;

  private constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Begin a transaction. @param prepare statements to begin with @throws {Fault} `storage-failed` */
  static begin(pool: Pool, begin: string, prepare?: (session: Session) => Promise<void>): Promise<Session> {
    return retry(async () => {
      const session = new Session(await connect(pool));
      try {
        await session.#client.query(begin);
        await prepare?.(session);
        return session;
      } catch (error) {
        await session.end('rollback').catch(() => undefined);
        throw error;
      }
    });
  }

  /** @throws {Fault} `storage-failed` if the connection is lost */
  async query<T = Buffer>(statement: Statement, values: Value[]): Promise<Row<T>[]> {
    try {
      return await runStatement<T>(this.#client, statement, values);
    } catch (error) {
      throw describeFailure(error);
    }
  }

  /** End the transaction and release the connection. Repeated calls do nothing. */
  async end(command: 'commit' | 'rollback'): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    try {
      const { command: result } = await this.#client.query(command);
      this.#client.release();
      // A transaction with a failed statement is rolled back without an error.
      if (command === 'commit' && result !== 'COMMIT') throw new Error('The transaction has failed.');
    } catch (error) {
      this.#client.release(true);
      throw describeFailure(error);
    }
  }
}

/** Run a statement outside of transactions. It may run more than once. @throws {Fault} `storage-failed` */
export const query = <T = Buffer>(pool: Pool, statement: Statement, values: Value[]): Promise<Row<T>[]> =>
  retry(async () => {
    const client = await connect(pool);
    try {
      const rows = await runStatement<T>(client, statement, values);
      client.release();
      return rows;
    } catch (error) {
      client.release(isLost(error));
      throw error;
    }
  });

async function runStatement<T>(client: PoolClient, statement: Statement, values: Value[]): Promise<Row<T>[]> {
  const { rows } = await client.query<T[]>({ ...statement, values, rowMode: 'array' });
  return rows;
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw unreachable(error);
  }
}

/** Repeat work that has changed nothing yet after a conflict or on another connection. */
async function retry<T>(task: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await task();
    } catch (error) {
      if (tries === maxTries || !(isConflict(error) || isLost(error))) throw describeFailure(error);
    }
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** Serialization failures and deadlocks, which any statement can report. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** Classes of SQLSTATE for lost connections, and for a server that stops, starts or ends transactions that are idle. */
const lostCodes = /^(08...|57P0[1-5]|25P03|E(CONN[A-Z]+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND))$/;
const lostMessages = /^(Connection terminated|Query read timeout|Client (has encountered|was closed))/;

function isLost(error: unknown): boolean {
  if (error instanceof Fault || !(error instanceof Error)) return false;
  return lostCodes.test(codeOf(error)) || lostMessages.test(error.message);
}

/** Whether an error reports that the server can't be reached now, and not that it refuses this program. */
export const isUnreachable = (error: unknown): error is Fault => error instanceof Fault && isLost(error.cause);

function unreachable(cause: unknown): Fault {
  const { message = '' } = cause as Partial<Error>;
  const reason = message === '' ? codeOf(cause) : message.replace(/\.$/, '');
  return new Fault('storage-failed', `The database isn't reachable: ${reason}. Try again.`, {}, { cause });
}

function describeFailure(error: unknown): unknown {
  if (isLost(error)) return unreachable(error);
  if (codeOf(error) === '53100')
    return new DOMException("The disk of the database's server is full.", 'QuotaExceededError');
  return error;
}
