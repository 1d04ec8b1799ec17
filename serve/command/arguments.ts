import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import type { Account } from '../api.ts';

/** An invalid command line. */
export class UsageError extends Error {}

export interface Arguments {
  /** `window`: the user opens the page. `serve`: a browser without a window. */
  readonly command: 'window' | 'serve' | 'help' | 'version';
  readonly files: readonly string[];
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly data: string | undefined;
  readonly browser: string | undefined;
  readonly run: string | undefined;
  readonly isJson: boolean;
  readonly isLenient: boolean;
  /** A file with rules, seed and clock. */
  readonly scenario: string | undefined;
  readonly faults: readonly string[];
  readonly record: string | undefined;
  readonly recording: string | undefined;
  readonly replay: string | undefined;
  readonly isStrict: boolean;
  readonly users: readonly Account[];
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}

export const usage = `Usage: soapstone [options]                  serve the app; a page that a person opens answers programs
       soapstone serve [files...] [options]  publish files in a browser without a window, and serve them

  --port N             port (4747; 0 takes a free one)
  --json               what is ready, as one line of JSON
  --data FOLDER        keep the data there between runs (serve)
  --browser PATH       the Chromium to use (serve)
  --run COMMAND        run a command when ready, with SOAPSTONE_URL and SOAPSTONE_ADMIN_TOKEN, and end with it
  --lenient            go on when a file cannot be published (serve)
  --user NAME:@FILE[:ROLE]  an account that programs sign in with, and the file with its password (or NAME:PASSWORD, which a
                       shell remembers); member, publisher (unless given) or administrator (serve)
  --host ADDRESS       listen at an address that other computers reach, by HTTP without encryption
  --allowed-host NAME  another name of this computer that programs may use
  --allow-origin URL   an origin whose web pages may ask
  --scenario FILE      start with the rules, seed and clock of a file
  --fault TEXT         a fault on purpose: "Find: delay 500", "query@World/2: status 503, share 0.2"
  --record URL         pass requests on to a server, and keep what it answers in --recording FOLDER
  --replay FOLDER      answer what was recorded; the rest by the services here, or with --strict not at all
  --help, --version

Exit codes: 0 ended as asked, 1 failed, 2 wrong options, 3 no browser, 4 a file was not published, 5 port taken.`;

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
  const isWindow = command === undefined && !values.help && !values.version;
  for (const name of ['data', 'browser', 'lenient', 'user'] as const)
    if (isWindow && values[name] !== undefined)
      throw new UsageError(
        `--${name} goes with "soapstone serve": here a person opens the page in a browser of theirs.`,
      );
  return {
    command: values.help ? 'help' : values.version ? 'version' : command === undefined ? 'window' : 'serve',
    files,
    port,
    host: values.host,
    data: values.data,
    browser: values.browser,
    run: values.run,
    isJson: values.json ?? false,
    isLenient: values.lenient ?? false,
    scenario: values.scenario,
    faults: values.fault ?? [],
    record: values.record,
    recording: values.recording,
    replay: values.replay,
    isStrict: values.strict ?? false,
    users: (values.user ?? []).map(parseAccount),
    allowedHosts: (values['allowed-host'] ?? []).map((name) => name.toLowerCase()),
    allowedOrigins: values['allow-origin'] ?? [],
  };
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
    password: password.startsWith('@') ? passwordIn(password.slice(1)) : password,
    role: role as 'member' | undefined,
  };
}

function passwordIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    throw new UsageError(`--user: can't read the password file "${file}".`);
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
        data: { type: 'string' },
        browser: { type: 'string' },
        run: { type: 'string' },
        json: { type: 'boolean' },
        lenient: { type: 'boolean' },
        scenario: { type: 'string' },
        fault: { type: 'string', multiple: true },
        record: { type: 'string' },
        recording: { type: 'string' },
        replay: { type: 'string' },
        strict: { type: 'boolean' },
        user: { type: 'string', multiple: true },
        'allowed-host': { type: 'string', multiple: true },
        'allow-origin': { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
