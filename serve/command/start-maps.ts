import { readFileSync } from 'node:fs';
import { Fault } from '../../sw/contract/fault.ts';
import type { SoapstoneServer } from '../api.ts';
import { checkRule, readScenario, ruleInText } from '../double/rule.ts';
import { BadAccount } from '../host/accounts.ts';
import { WrongFolder } from '../host/data-folder.ts';
import { NoFile } from '../host/publish/file-groups.ts';
import { NotPublished } from '../host/publish/publish-files.ts';
import { type Peers, start, UnsafeHost } from '../start.ts';
import { type Arguments, UsageError } from './arguments.ts';
import { defaultMapsPort, logMessage, say } from './served.ts';

/** Exit codes by the class of an error during startup. */
const exitCodes = new Map<unknown, number>([
  [WrongFolder, 2],
  [BadAccount, 2],
  [UnsafeHost, 2],
  [NoFile, 4],
  [NotPublished, 4],
]);

/**
 * Start a server of maps for a command line.
 *
 * @param peers the other processes that serve the same maps
 * @throws an error with an `exitCode` for wrong options and files
 */
export async function startMaps(commandArguments: Arguments, peers?: Peers): Promise<SoapstoneServer> {
  const { port = defaultMapsPort, isLogged } = commandArguments;
  const adminToken = process.env.SOAPSTONE_ADMIN_TOKEN;
  if (isLogged) console.error = logMessage;
  try {
    const options = {
      ...commandArguments,
      ...doubleOptions(commandArguments),
      port,
      adminToken,
      say: isLogged ? logMessage : say,
      log: isLogged ? say : undefined,
    };
    return await start(options, peers);
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
