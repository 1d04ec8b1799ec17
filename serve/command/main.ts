import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { SoapstoneServer } from '../api.ts';
import { BadAccount } from '../browser/accounts.ts';
import { storedPort, WrongPort } from '../browser/data-folder.ts';
import { NoBrowser } from '../browser/find-browser.ts';
import { endWithProcess, signalGroup } from '../browser/leftovers.ts';
import { checkRule, readScenario, ruleInText } from '../double/rule.ts';
import { NoFile } from '../host/publish/file-groups.ts';
import { NotPublished } from '../host/publish/publish-files.ts';
import { PortTaken } from '../http/server.ts';
import { start } from '../start.ts';
import { type Arguments, readArguments, UsageError, usage } from './arguments.ts';

/** Time that a command has to exit after a signal. */
const endMs = 3000;

/**
 * Run a shell command while the server runs. The command and its child processes form a group, which ends with this
 * process.
 *
 * @param umask for the files that the command writes
 */
function runCommand(
  command: string,
  { url, adminToken }: SoapstoneServer,
  umask: number,
): { code: Promise<number>; end(): Promise<void> } {
  const previousUmask = process.umask(umask);
  const child = spawn(command, {
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, SOAPSTONE_URL: url, SOAPSTONE_ADMIN_TOKEN: adminToken },
    detached: process.platform !== 'win32',
  });
  process.umask(previousUmask);
  endWithProcess(() => signalGroup(child, 'SIGKILL'));
  const code = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
  return {
    code,
    async end() {
      signalGroup(child, 'SIGTERM');
      await Promise.race([code, new Promise((resolve) => setTimeout(resolve, endMs))]);
    },
  };
}

const exitCodes = new Map<unknown, number>([
  [UsageError, 2],
  [WrongPort, 2],
  [BadAccount, 2],
  [NoFile, 4],
  [NoBrowser, 3],
  [NotPublished, 4],
  [PortTaken, 5],
]);

const say = (line: string) => process.stderr.write(`${line}\n`);

// Only the owner of this process may read accounts, recordings and rows.
const umask = process.umask(0o077);
process.on('uncaughtException', (error) => {
  say(error.stack ?? String(error));
  process.exit(1);
});

/** Run the command line of this process, and return its exit code. */
async function main(): Promise<number> {
  const commandArguments = readArguments(process.argv.slice(2));
  if (commandArguments.command === 'help') return print(usage);
  if (commandArguments.command === 'version') return print(version());
  // The process list shows the command line, with passwords, to every user of the machine.
  if (commandArguments.users.length > 0) process.title = 'soapstone serve';
  warn(commandArguments);
  // Handle signals from here on, so that nothing is left behind if the process ends during startup.
  const interrupted = new Promise<number>((resolve) => {
    let count = 0;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (++count > 1) process.exit(1);
        resolve(0);
      });
  });
  const double = doubleOptions(commandArguments);
  const starting = start({
    ...toStartOptions(commandArguments),
    ...double,
    hasWindow: commandArguments.command === 'window',
    adminToken: process.env.SOAPSTONE_ADMIN_TOKEN,
    say,
  });
  const server = await Promise.race([starting, interrupted]);
  // Reading a file may take minutes. Everything started so far ends with the process.
  if (server === 0) return 0;
  const running = server as SoapstoneServer;
  announce(running, commandArguments);
  const command = commandArguments.run === undefined ? undefined : runCommand(commandArguments.run, running, umask);
  const failed = running.failed.then((reason) => {
    say(`${reason} It went too often to be started again.`);
    return 1;
  });
  const code = await Promise.race([interrupted, failed, ...(command ? [command.code] : [])]);
  await command?.end();
  await running.stop();
  return code;
}

/** No other tool uses this default port. Another program at the same port would share the maps in the browser. */
const defaultPort = 4747;

const toStartOptions = ({
  files,
  users,
  port,
  host,
  data,
  browser,
  isLenient,
  allowedHosts,
  allowedOrigins,
}: Arguments) => ({
  files,
  users,
  port: port ?? (data === undefined ? undefined : storedPort(data)) ?? defaultPort,
  isLenient,
  allowedHosts,
  allowedOrigins,
  host,
  data,
  browser,
});

/** @throws {UsageError} naming the option or file, the expected value and the value found */
function doubleOptions({ scenario, faults, record, recording, replay, isStrict }: Arguments) {
  try {
    const read = readScenario(scenario === undefined ? '{}' : readFileSync(scenario, 'utf8'), scenario ?? 'scenario');
    const rules = faults.map((fault, index) =>
      checkRule(ruleInText(fault), `--fault "${fault}"`, `fault-${index + 1}`),
    );
    return {
      scenario: { ...read, rules: [...read.rules, ...rules] },
      record: record === undefined ? undefined : { address: record, folder: recording! },
      replay: replay === undefined ? undefined : { folder: replay, isStrict },
    };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function warn({ host, allowedOrigins }: Arguments): void {
  if (host !== undefined) say(`Warning: other computers reach these maps at ${host}.`);
  for (const origin of allowedOrigins) say(`Warning: web pages of ${origin} may read these maps.`);
}

function announce(server: SoapstoneServer, { isJson, command, host, allowedHosts }: Arguments): void {
  const { url, token, adminToken, services, warnings } = server;
  if ((host !== undefined || allowedHosts.length > 0) && command === 'serve')
    say(`Programs of other computers, and those behind a proxy, need this token as password: ${token}`);
  if (isJson) {
    print(JSON.stringify({ ready: true, url, adminToken, services, warnings }));
    return;
  }
  if (process.env.SOAPSTONE_ADMIN_TOKEN === undefined) say(`Administration at ${url}__admin, token: ${adminToken}`);
  for (const { name, soap, rest } of services) print(`${name}  SOAP ${soap}?wsdl  REST ${rest}`);
  if (command === 'window') say(`Open ${url} in a browser on this computer, and leave it open: it answers programs.`);
  const names = services.map(({ name }) => name).join(',');
  print(`soapstone ready ${url}${names && ` services=${names}`}`);
}

function print(line: string): number {
  process.stdout.write(`${line}\n`);
  return 0;
}

const version = (): string => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    const code = exitCodes.get(error.constructor) ?? 1;
    say(code === 1 ? (error.stack ?? String(error)) : error.message);
    if (code === 2) say('"soapstone --help" lists the options.');
    process.exit(code);
  },
);
