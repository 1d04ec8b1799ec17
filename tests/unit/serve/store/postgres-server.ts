import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

const run = promisify(execFile);
const programs = ['initdb', 'pg_ctl', 'postgres'];
// In Debian, the programs of each version have a folder that isn't in the path.
const debianFolder = '/usr/lib/postgresql';
if (existsSync(debianFolder))
  process.env.PATH += readdirSync(debianFolder)
    .map((version) => `:${debianFolder}/${version}/bin`)
    .join('');
const isRoot = process.getuid?.() === 0;

/** Whether PostgreSQL is installed. */
export const hasPostgres = ((): boolean => {
  try {
    for (const program of programs) execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('Tests with PostgreSQL are skipped: initdb, pg_ctl and postgres are not installed.');
    return false;
  }
})();

/** A PostgreSQL server in a temporary folder. */
export class PostgresServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'soapstone-pg-'));
  #port = 0;
  #databases = 0;

  /** Create the folder and start. */
  async start(): Promise<void> {
    this.#port = await findFreePort();
    // PostgreSQL refuses to run as root.
    if (isRoot) {
      const [user, group] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody'])));
      chownSync(this.#folder, user!, group!);
    }
    chmodSync(this.#folder, 0o700);
    await this.#run('initdb', '-D', this.#data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8');
    await this.resume();
  }

  /** Start again after `stop`. */
  async resume(): Promise<void> {
    const options = `-p ${this.#port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`;
    await this.#run('pg_ctl', '-D', this.#data, '-w', '-l', join(this.#folder, 'log'), '-o', options, 'start');
  }

  /** Stop as if the computer failed: connections break, and nothing is cleaned up. */
  async stop(): Promise<void> {
    await this.#run('pg_ctl', '-D', this.#data, '-w', '-m', 'immediate', 'stop');
  }

  async end(): Promise<void> {
    await this.stop().catch(() => undefined);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Create an empty database and return its address. */
  async createDatabase(): Promise<string> {
    const name = `test${++this.#databases}`;
    await this.execute(this.#urlOf('postgres'), `create database ${name}`);
    return this.#urlOf(name);
  }

  /** Run SQL in a database and return the rows. */
  async execute(url: string, sql: string): Promise<unknown[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query(sql);
      return rows;
    } finally {
      await client.end();
    }
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  #urlOf(name: string): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/${name}`;
  }

  async #run(...command: string[]): Promise<void> {
    const [program, ...parameters] = isRoot ? ['runuser', '-u', 'nobody', '--', ...command] : command;
    await run(program!, parameters, { cwd: this.#folder });
  }
}

/** Find a port that nothing listens on. */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
