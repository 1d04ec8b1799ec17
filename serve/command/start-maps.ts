import { readFileSync } from 'node:fs';
import { format } from 'node:util';
import { Fault } from '../../sw/contract/fault.ts';
import type { SoapstoneServer } from '../api.ts';
import { checkRule, readScenario, ruleInText } from '../double/rule.ts';
import { BadAccount } from '../host/accounts.ts';
import { WrongFolder } from '../host/data-folder.ts';
import { NoFile } from '../host/publish/file-groups.ts';
import { NotPublished } from '../host/publish/publish-files.ts';
import { start, UnsafeHost } from '../start.ts';
import { type Arguments, UsageError } from './arguments.ts';
import { print, type Served, say } from './served.ts';

/** Exit codes by the class of an error during startup. */
const exitCodes = new Map<unknown, number>([
  [WrongFolder, 2],
  [BadAccount, 2],
  [UnsafeHost, 2],
  [NoFile, 4],
  [NotPublished, 4],
]);

/** Default port. It differs from the port of the command `app`, so that the two share no storage in browsers. */
const defaultPort = 8080;

/** Print a message as a line of the log. */
const logMessage = (...values: unknown[]): void =>
  say(JSON.stringify({ time: new Date().toISOString(), event: 'message', text: format(...values) }));

/** Start a server of maps for a command line. @throws an error with an `exitCode` for wrong options and files */
export async function startMaps(commandArguments: Arguments): Promise<Served> {
  const { port = defaultPort, host, plainHttp, isLogged, allowedOrigins } = commandArguments;
  const tell = isLogged ? logMessage : say;
  if (isLogged) console.error = logMessage;
  if (host !== undefined) tell(`Warning: other computers reach these maps at ${host}.`);
  if (host !== undefined && plainHttp) tell('Warning: passwords and tokens of other computers are not encrypted.');
  for (const origin of allowedOrigins) tell(`Warning: web pages of ${origin} may read these maps.`);
  const adminToken = process.env.SOAPSTONE_ADMIN_TOKEN;
  try {
    const options = {
      ...commandArguments,
      ...doubleOptions(commandArguments),
      port,
      adminToken,
      say: tell,
      log: isLogged ? say : undefined,
    };
    const server = await start(options);
    return {
      url: server.url,
      environment: { SOAPSTONE_ADMIN_TOKEN: server.adminToken },
      announce: () => announce(server, commandArguments),
      stop: server.stop,
    };
  } catch (error) {
    const isFault = error instanceof Fault;
    const exitCode = isFault ? (error.code === 'bad-value' ? 2 : 6) : exitCodes.get((error as Error).constructor);
    throw exitCode === undefined ? error : Object.assign(error as Error, { exitCode });
  }
}

/** @throws {UsageError} naming the option or file, the expected value and the value found */
function doubleOptions({ scenario, faults, record, recording, replay, strict }: Arguments) {
  try {
    const read = readScenario(scenario === undefined ? '{}' : readFileSync(scenario, 'utf8'), scenario ?? 'scenario');
    const rules = faults.map((fault, index) =>
      checkRule(ruleInText(fault), `--fault "${fault}"`, `fault-${index + 1}`),
    );
    return {
      scenario: { ...read, rules: [...read.rules, ...rules] },
      record: record === undefined ? undefined : { address: record, folder: recording! },
      replay: replay === undefined ? undefined : { folder: replay, strict },
    };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function announce(
  { url, page, adminToken, store, services, warnings }: SoapstoneServer,
  { isJson, isLogged }: Arguments,
): void {
  if (isJson) {
    print(JSON.stringify({ ready: true, url, page, adminToken, store, services, warnings }));
    return;
  }
  // These lines have secrets, which don't belong in a log.
  const tell = isLogged ? print : say;
  tell(`The maps are in ${store}.`);
  tell(`Open ${page} in a browser on this computer to administer the maps.`);
  if (process.env.SOAPSTONE_ADMIN_TOKEN === undefined) tell(`Test double at ${url}__admin, token: ${adminToken}`);
  for (const { name, soap, rest } of services) print(`${name}  SOAP ${soap}?wsdl  REST ${rest}`);
  const names = services.map(({ name }) => name).join(',');
  print(`soapstone ready ${url}${names && ` services=${names}`}`);
}
