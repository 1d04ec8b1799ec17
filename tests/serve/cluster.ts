import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { isInstalled } from '../run/debian-packages.mjs';
import { PostgresServer } from '../unit/serve/store/postgres-server.ts';

const root = new URL('../..', import.meta.url).pathname;
const publicHost = 'maps.test';
export const operator = { name: 'operator', password: 'a long password' };
export const replicaNames = ['replica1', 'replica2', 'replica3'] as const;
export type ReplicaName = (typeof replicaNames)[number];

/** Make a copy of the built command whose version of the database is newer. @returns the path of its program */
export function copyNewerProgram(folder: string): string {
  const bin = join(folder, 'bin');
  cpSync(`${root}bin`, bin, { recursive: true });
  for (const name of ['dist', 'node_modules', 'package.json']) symlinkSync(root + name, join(folder, name));
  const files = readdirSync(bin).filter((name) => name.endsWith('.js'));
  const pattern = /schemaVersion = steps\.length/g;
  let count = 0;
  for (const name of files) {
    const before = readFileSync(join(bin, name), 'utf8');
    const after = before.replaceAll(pattern, '$& + 1');
    if (after !== before) {
      writeFileSync(join(bin, name), after);
      count++;
    }
  }
  if (count === 0) throw new Error('The version of the database was not found in the built command.');
  return join(bin, 'soapstone.js');
}

/** Return the programs that a cluster needs and that aren't installed. */
export function missingPrograms(): string[] {
  const missing = ['haproxy', 'openssl', 'postgres'].filter((name) => !isInstalled(name));
  try {
    execFileSync('python3', ['-c', 'import yaml'], { stdio: 'ignore' });
  } catch {
    missing.push('python3-yaml');
  }
  return missing;
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
}
interface ComposeService {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly networks: { readonly maps: { readonly ipv4_address: string } };
}

const parseYaml = (text: string): Compose =>
  JSON.parse(
    execFileSync('python3', ['-c', 'import sys, json, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)'], {
      input: text,
      encoding: 'utf8',
    }),
  );

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/**
 * The services of `deploy/compose.yaml` as processes of this computer, with `deploy/haproxy.cfg`. Only addresses, ports
 * and secrets differ.
 */
export class Cluster {
  readonly database = new PostgresServer();
  readonly #folder: string;
  readonly #compose = parseYaml(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8'));
  readonly #ports = new Map<string, number>();
  readonly #processes = new Map<string, ChildProcess>();
  readonly #agent = new Agent({ keepAlive: true });
  #databaseUrl = '';
  /** Output of all processes. */
  output = '';

  /** @param folder empty */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async start(): Promise<void> {
    this.#writeSecrets();
    for (const name of ['http', 'https', ...replicaNames]) this.#ports.set(name, await freePort());
    await this.database.start();
    this.#databaseUrl = await this.database.createDatabase();
    await Promise.all(replicaNames.map((name) => this.startReplica(name)));
    await this.#startBalancer();
  }

  async end(): Promise<void> {
    this.#agent.destroy();
    for (const process of this.#processes.values()) process.kill('SIGKILL');
    await this.database.end();
  }

  /** Start a replica, and wait until it is ready. @param program the built command, unless given */
  async startReplica(name: ReplicaName, program = `${root}bin/soapstone.js`): Promise<void> {
    const { command, environment } = this.#compose.services[name]!;
    const { SOAPSTONE_DATABASE = '' } = environment;
    if (!/^postgres:\/\/soapstone:\$\{DATABASE_PASSWORD\}@[\d.]+:5432\/soapstone$/.test(SOAPSTONE_DATABASE))
      throw new Error(`compose.yaml: unknown address of the database, ${SOAPSTONE_DATABASE}`);
    const data = join(this.#folder, name);
    mkdirSync(data, { recursive: true });
    const replaced = new Map([
      ['/data', data],
      ['0.0.0.0', '127.0.0.1'],
      [this.#compose.services.balancer!.networks.maps.ipv4_address, '127.0.0.1'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Compose replaces it.
      ['${PUBLIC_HOST:?Set it in the file .env}', publicHost],
    ]);
    const parameters = command.map((text) => (replaced.get(text) ?? text).replace('/run/secrets', this.#folder));
    const env = { ...process.env, PORT: String(this.#ports.get(name)), SOAPSTONE_DATABASE: this.#databaseUrl };
    this.#run(name, process.execPath, [program, 'serve', ...parameters], env);
    await this.#waitFor(name, () => this.isReady(name));
  }

  /** Start the replicas that have ended. */
  async startMissing(): Promise<void> {
    for (const name of replicaNames) {
      const { exitCode, signalCode } = this.#processes.get(name)!;
      if (exitCode !== null || signalCode !== null) await this.startReplica(name);
    }
  }

  /** Send a signal to a process, and wait for its end. */
  async stop(name: ReplicaName | 'balancer', signal: NodeJS.Signals): Promise<number | null> {
    const process = this.#processes.get(name)!;
    const ended = new Promise<number | null>((resolve) => process.once('exit', resolve));
    process.kill(signal);
    return ended;
  }

  /** Return the address of a replica, by which it is reached without the balancer. */
  addressOf(name: ReplicaName): string {
    return `http://localhost:${this.#ports.get(name)}/`;
  }

  async isReady(name: ReplicaName): Promise<boolean> {
    const answer = await fetch(`${this.addressOf(name)}health/ready`).catch(() => undefined);
    return answer?.status === 200;
  }

  /** Send a request to the balancer. */
  ask(path: string, { method = 'GET', headers = {}, body }: AskOptions = {}, port = 'https'): Promise<Answer> {
    const options = {
      method,
      agent: this.#agent,
      headers: { host: publicHost, ...headers },
      servername: publicHost,
      ca: this.#certificate,
    };
    return new Promise((resolve, reject) => {
      const sent = request(`https://127.0.0.1:${this.#ports.get(port)}/${path}`, options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** Return the address of the balancer without encryption. */
  get plainAddress(): string {
    return `http://127.0.0.1:${this.#ports.get('http')}/`;
  }

  get #certificate(): Buffer {
    return readFileSync(join(this.#folder, 'certificate'));
  }

  #writeSecrets(): void {
    writeFileSync(join(this.#folder, 'operator'), `${operator.password}\n`);
    const [certificate, key] = ['certificate', 'key'].map((name) => join(this.#folder, name));
    const parameters = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${publicHost}`, '-days', '2'];
    execFileSync(
      'openssl',
      [...parameters, '-addext', `subjectAltName=DNS:${publicHost}`, '-keyout', key!, '-out', certificate!],
      { stdio: 'ignore' },
    );
    writeFileSync(certificate!, readFileSync(key!), { flag: 'a' });
  }

  async #startBalancer(): Promise<void> {
    let text = readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8').replaceAll('/run/secrets', this.#folder);
    const replace = (before: string, after: string) => {
      if (!text.includes(before)) throw new Error(`haproxy.cfg: "${before}" not found.`);
      text = text.replaceAll(before, after);
    };
    replace('bind :80\n', `bind 127.0.0.1:${this.#ports.get('http')}\n`);
    replace('bind :443 ', `bind 127.0.0.1:${this.#ports.get('https')} `);
    for (const name of replicaNames) {
      const address = this.#compose.services[name]!.networks.maps.ipv4_address;
      replace(`${address}:8080`, `127.0.0.1:${this.#ports.get(name)}`);
    }
    const path = join(this.#folder, 'haproxy.cfg');
    writeFileSync(path, text);
    this.#run('balancer', 'haproxy', ['-f', path], process.env);
    await this.#waitFor('balancer', async () => (await this.ask('services?f=json')).status === 200);
  }

  #run(name: string, program: string, parameters: readonly string[], env: NodeJS.ProcessEnv): void {
    const child = spawn(program, parameters, { env });
    this.#processes.set(name, child);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        this.output += String(text).replaceAll(/^/gm, `${name}: `);
      });
  }

  async #waitFor(name: string, check: () => Promise<boolean>): Promise<void> {
    const { exitCode } = this.#processes.get(name)!;
    for (let tries = 0; !(await check().catch(() => false)); tries++) {
      if (exitCode !== null || this.#processes.get(name)!.exitCode !== null || tries > 1200)
        throw new Error(`${name} isn't ready: ${this.output.slice(-2000)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
