import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import type { Account } from '../api.ts';

/** Error for an invalid command line. */
export class UsageError extends Error {}

export interface Arguments {
  /** `app`: serve the app, whose maps are in each browser. `serve`: serve maps to programs. */
  readonly command: 'app' | 'serve' | 'help' | 'version';
  readonly files: readonly string[];
  readonly port: number | undefined;
  readonly host: string | undefined;
  /** Number of processes that answer. */
  readonly workers: number;
  /** The test double rests until the first request to its administration. */
  readonly lazyDouble: boolean;
  readonly data: string | undefined;
  /** Address of a PostgreSQL database. */
  readonly database: string | undefined;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** IP address. */
  readonly proxy: string | undefined;
  readonly plainHttp: boolean;
  readonly run: string | undefined;
  readonly isJson: boolean;
  readonly continueOnError: boolean;
  readonly isLogged: boolean;
  readonly slowMs: number | undefined;
  /** A file with rules, seed and clock. */
  readonly scenario: string | undefined;
  readonly faults: readonly string[];
  readonly record: string | undefined;
  readonly recording: string | undefined;
  readonly replay: string | undefined;
  readonly strict: boolean;
  readonly users: readonly Account[];
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Hosts with or without a port. */
  readonly allowedFetches: readonly string[];
}

export const usage = `Usage: soapstone [options]                  serve the app; its maps are in your browser
       soapstone serve [files...] [options]  publish files, and serve the maps to programs and the app

  --port N             port (4747, with "serve" 8080; 0 takes a free one)
  --json               print what is ready as one line of JSON
  --run COMMAND        run a command when ready, with SOAPSTONE_URL and SOAPSTONE_ADMIN_TOKEN, and end with it
  --allowed-host NAME  another name of this computer that clients may use
  --help, --version

With "serve":
  --data FOLDER        keep the maps there between runs; otherwise they are deleted at the end
  --database URL       keep the maps in PostgreSQL, postgres://user:password@host/name, for any number of servers; --data is
                       then for copies of files (or by SOAPSTONE_DATABASE, which no list of processes shows)
  --workers N          processes that answer at the same time, with --data or --database (the number of cores, at most 4; one
                       with faults and recordings)
  --lenient            go on when a file cannot be published
  --user NAME:@FILE[:ROLE]  an account that programs sign in with, and the file with its password (or NAME:PASSWORD, which a
                       shell remembers); member, publisher (unless given) or administrator
  --host ADDRESS       listen at an address that other computers reach; needs accounts, and one of the next three
  --tls-cert FILE --tls-key FILE  answer by HTTPS, with a certificate and its private key in PEM
  --proxy ADDRESS      believe the X-Forwarded headers of the proxy at this IP address
  --plain-http         let other computers send passwords without encryption
  --log json           write a line of JSON to stderr for each request, and for start, ready and drain
  --slow MS            say in the log why a request took this many milliseconds or more (2000)
  --allow-origin URL   an origin whose web pages may read the maps
  --allow-fetch HOST   a computer of this network that layers and webhooks may use, although others reach the server
  --scenario FILE      start with the rules, seed and clock of a file
  --fault TEXT         a fault on purpose: "Find: delay 500", "query@World/2: status 503, share 0.2"
  --record URL         pass requests on to a server, and keep what it answers in --recording FOLDER
  --replay FOLDER      answer what was recorded; the rest by the services here, or with --strict not at all

Exit codes: 0 ended as asked, 1 failed, 2 wrong options, 4 a file was not published, 5 port taken,
            6 the maps cannot be opened.`;

const defaultWorkers = 4;
const maxWorkers = 64;

/** Options that are only allowed with the command `serve`. */
const serveOptions = [
  ...['data', 'database', 'lenient', 'user', 'host', 'tls-cert', 'tls-key', 'proxy', 'plain-http', 'allow-origin'],
  ...['allow-fetch', 'workers', 'scenario', 'fault', 'record', 'recording', 'replay', 'strict', 'log', 'slow'],
] as const;

/** Read a command line. @throws {UsageError} naming the option */
export function readArguments(line: readonly string[]): Arguments {
  const { values, positionals } = parseArguments(line);
  const [command, ...files] = positionals;
  if (command !== undefined && command !== 'serve')
    throw new UsageError(`Command: expected "serve", found "${command}": soapstone serve ${positionals.join(' ')}`);
  const written = values.port ?? process.env.PORT;
  const port = written === undefined ? undefined : Number(written);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new UsageError(`--port: expected a number up to 65535, found "${written}".`);
  for (const origin of values['allow-origin'] ?? [])
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new UsageError(`--allow-origin: expected an origin such as http://localhost:5173, found "${origin}".`);
  if ((values.record === undefined) !== (values.recording === undefined))
    throw new UsageError('--record URL and --recording FOLDER go together, one of them found.');
  if ((values['tls-cert'] === undefined) !== (values['tls-key'] === undefined))
    throw new UsageError('--tls-cert FILE and --tls-key FILE go together, one of them found.');
  if (values.proxy !== undefined && isIP(values.proxy) === 0)
    throw new UsageError(`--proxy: expected an IP address, found "${values.proxy}".`);
  if (values.log !== undefined && values.log !== 'json')
    throw new UsageError(`--log: expected "json", found "${values.log}".`);
  if (values.slow !== undefined && !/^\d{1,9}$/.test(values.slow))
    throw new UsageError(`--slow: expected a number of milliseconds, found "${values.slow}".`);
  const isApp = command === undefined && !values.help && !values.version;
  for (const name of serveOptions)
    if (isApp && values[name] !== undefined)
      throw new UsageError(`--${name} goes with "soapstone serve": the maps of the app are in your browser.`);
  return {
    command: values.help ? 'help' : values.version ? 'version' : command === undefined ? 'app' : 'serve',
    files,
    port,
    ...readWorkers(values),
    host: values.host,
    data: values.data,
    database: isApp ? undefined : (values.database ?? process.env.SOAPSTONE_DATABASE),
    tls:
      values['tls-cert'] === undefined
        ? undefined
        : {
            cert: readOptionFile('--tls-cert', values['tls-cert']),
            key: readOptionFile('--tls-key', values['tls-key']!),
          },
    proxy: values.proxy,
    plainHttp: values['plain-http'] ?? false,
    run: values.run,
    isJson: values.json ?? false,
    continueOnError: values.lenient ?? false,
    isLogged: values.log !== undefined,
    slowMs: values.slow === undefined ? undefined : Number(values.slow),
    scenario: values.scenario,
    faults: values.fault ?? [],
    record: values.record,
    recording: values.recording,
    replay: values.replay,
    strict: values.strict ?? false,
    users: (values.user ?? []).map(parseAccount),
    allowedHosts: (values['allowed-host'] ?? []).map((name) => name.toLowerCase()),
    allowedOrigins: values['allow-origin'] ?? [],
    allowedFetches: (values['allow-fetch'] ?? []).map((host) => host.toLowerCase()),
  };
}

/**
 * Read the number of processes. Rules, recordings and temporary data are in the memory and folder of one process.
 *
 * @throws {UsageError}
 */
function readWorkers({
  workers,
  ...values
}: ReturnType<typeof parseArguments>['values']): Pick<Arguments, 'workers' | 'lazyDouble'> {
  const isStored = (values.data ?? values.database ?? process.env.SOAPSTONE_DATABASE) !== undefined;
  const isDouble = [values.scenario, values.fault, values.record, values.replay].some((value) => value !== undefined);
  const max = isStored && !isDouble ? maxWorkers : 1;
  if (workers === undefined)
    return { workers: Math.min(max, defaultWorkers, availableParallelism()), lazyDouble: max > 1 };
  const count = Number(workers);
  if (Number.isInteger(count) && count >= 1 && count <= max) return { workers: count, lazyDouble: false };
  const reason = isDouble ? ' with faults and recordings' : ' without --data and --database';
  throw new UsageError(`--workers: expected 1${max > 1 ? ` to ${max}` : reason}, found "${workers}".`);
}

/**
 * Read an account. A password that begins with @ is the name of a file with the password.
 *
 * @throws {UsageError} without a password
 */
function parseAccount(text: string): Account {
  const [, name, password, role] = /^([^:]+):(.+?)(?::(member|publisher|administrator))?$/s.exec(text) ?? [];
  if (!name || !password)
    throw new UsageError(`--user: expected NAME:PASSWORD, found "${text.replace(/:.*/s, ':…')}".`);
  return {
    name,
    password: password.startsWith('@') ? readOptionFile('--user', password.slice(1)).replace(/\r?\n$/, '') : password,
    role: role as 'member' | undefined,
  };
}

function readOptionFile(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`${option}: can't read the file "${file}".`);
  }
}

function parseArguments(line: readonly string[]) {
  try {
    return parseArgs({
      args: [...line],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        workers: { type: 'string' },
        data: { type: 'string' },
        database: { type: 'string' },
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
        proxy: { type: 'string' },
        'plain-http': { type: 'boolean' },
        run: { type: 'string' },
        json: { type: 'boolean' },
        lenient: { type: 'boolean' },
        log: { type: 'string' },
        slow: { type: 'string' },
        scenario: { type: 'string' },
        fault: { type: 'string', multiple: true },
        record: { type: 'string' },
        recording: { type: 'string' },
        replay: { type: 'string' },
        strict: { type: 'boolean' },
        user: { type: 'string', multiple: true },
        'allowed-host': { type: 'string', multiple: true },
        'allow-origin': { type: 'string', multiple: true },
        'allow-fetch': { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
