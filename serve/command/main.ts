import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { SoapstoneServer } from '../api.ts';
import { BadAccount } from '../browser/accounts.ts';
import { storedPort, WrongPort } from '../browser/data-folder.ts';
import { NoFile } from '../browser/file-groups.ts';
import { NoBrowser } from '../browser/find-browser.ts';
import { ruleInText } from '../double/fault-text.ts';
import { checkRule } from '../double/rule.ts';
import { readScenario } from '../double/scenario.ts';
import { PortTaken } from '../http/server.ts';
import { NotPublished, start } from '../start.ts';
import { type Arguments, readArguments, UsageError, usage } from './arguments.ts';

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

/** Run the command of a process, and give its exit code. */
async function main(): Promise<number> {
  const given = readArguments(process.argv.slice(2));
  if (given.command === 'help') return print(usage);
  if (given.command === 'version') return print(version());
  warn(given);
  // Listened to from here on, so that nothing is left when it ends while it starts.
  const interrupted = new Promise<number>((resolve) => {
    let count = 0;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (++count > 1) process.exit(1);
        resolve(0);
      });
  });
  const double = doubleOptions(given);
  const starting = start({
    ...optionsOf(given),
    ...double,
    hasWindow: given.command === 'window',
    adminToken: process.env.SOAPSTONE_ADMIN_TOKEN,
    say,
  });
  const server = await Promise.race([starting, interrupted]);
  if (server === 0) {
    await (await starting.catch(() => undefined))?.stop();
    return 0;
  }
  const running = server as SoapstoneServer;
  announce(running, given);
  const ended = given.run === undefined ? [] : [runCommand(given.run, running)];
  const failed = running.failed.then((reason) => {
    say(`${reason} It went too often to be started again.`);
    return 1;
  });
  const code = await Promise.race([interrupted, failed, ...ended]);
  await running.stop();
  return code;
}

const defaultPort = 4173;

const optionsOf = ({
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
  ...(host === undefined ? {} : { host }),
  ...(data === undefined ? {} : { data }),
  ...(browser === undefined ? {} : { browser }),
});

/** @throws {UsageError} naming the option or file, what was expected and what was found */
function doubleOptions({ scenario, faults, record, recording, replay, isStrict }: Arguments) {
  try {
    const read = readScenario(scenario === undefined ? '{}' : readFileSync(scenario, 'utf8'), scenario ?? 'scenario');
    const rules = faults.map((fault, at) => checkRule(ruleInText(fault), `--fault "${fault}"`, `fault-${at + 1}`));
    return {
      scenario: {
        rules: [...read.rules, ...rules],
        seed: read.seed,
        ...(read.clock === undefined ? {} : { clock: read.clock }),
      },
      ...(record === undefined ? {} : { record: { address: record, folder: recording! } }),
      ...(replay === undefined ? {} : { replay: { folder: replay, isStrict } }),
    };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function warn({ host, allowedOrigins }: Arguments): void {
  if (host !== undefined) say(`Warning: other computers reach these maps at ${host}.`);
  for (const origin of allowedOrigins) say(`Warning: web pages of ${origin} may read these maps.`);
}

function announce({ url, token, adminToken, services }: SoapstoneServer, { isJson, command, host }: Arguments): void {
  if (host !== undefined && command === 'serve')
    say(`Programs of other computers need this token as password: ${token}`);
  if (isJson) {
    print(JSON.stringify({ ready: true, url, adminToken, services }));
    return;
  }
  if (process.env.SOAPSTONE_ADMIN_TOKEN === undefined) say(`Administration at ${url}__admin, token: ${adminToken}`);
  for (const { name, soap, rest } of services) print(`${name}  SOAP ${soap}?wsdl  REST ${rest}`);
  if (command === 'window') say(`Open ${url} in a browser on this computer, and leave it open: it answers programs.`);
  print(`soapstone ready ${url} services=${services.map(({ name }) => name).join(',')}`);
}

/** @returns the exit code of the command */
function runCommand(command: string, { url, adminToken }: SoapstoneServer): Promise<number> {
  const env = { ...process.env, SOAPSTONE_URL: url, SOAPSTONE_ADMIN_TOKEN: adminToken };
  const child = spawn(command, { shell: true, stdio: 'inherit', env });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
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
