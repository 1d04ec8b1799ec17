import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { PortTaken } from '../http/server.ts';
import { serveApp } from '../serve-app.ts';
import { type Arguments, readArguments, UsageError, usage } from './arguments.ts';
import { runCommand } from './run-command.ts';
import { print, type Served, say, serveReady, warnOfAccess } from './served.ts';

// Let only the owner of this process read the files that it creates: accounts, recordings and rows.
const umask = process.umask(0o077);
process.on('uncaughtException', (error) => {
  say(error.stack ?? String(error));
  process.exit(1);
});

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Run the command line of this process, and return its exit code. */
async function main(): Promise<number> {
  if (cluster.isWorker) {
    // The process that started this one passes on when to stop.
    for (const signal of signals) process.on(signal, () => undefined);
    await (await import('./worker.ts')).runWorker();
    return 0;
  }
  const commandArguments = readArguments(process.argv.slice(2));
  const { command, users, database, run } = commandArguments;
  if (command === 'help' || command === 'version') {
    print(command === 'help' ? usage : version());
    return 0;
  }
  // Hide the command line, because the process list shows it, with passwords, to every user of the machine.
  if (users.length > 0 || database !== undefined) process.title = 'soapstone serve';
  // Handle signals from here on, so that the process also cleans up if it ends during startup.
  const interrupted = new Promise<number>((resolve) => {
    let count = 0;
    for (const signal of signals)
      process.on(signal, () => {
        if (++count > 1) process.exit(1);
        resolve(0);
      });
  });
  const starting = command === 'app' ? startApp(commandArguments) : startMaps(commandArguments);
  const served = await Promise.race([starting, interrupted]);
  // Reading a file may take minutes. Everything started so far ends with the process.
  if (typeof served === 'number') return served;
  const { url, environment } = served;
  served.announce();
  const running = run === undefined ? undefined : runCommand(run, { SOAPSTONE_URL: url, ...environment }, umask);
  const code = await Promise.race([interrupted, ...(running ? [running.code] : [])]);
  await running?.end();
  await served.stop();
  return code;
}

/**
 * Default port, which no other tool uses. Another program at the same port would share the storage of the maps in the
 * browser.
 */
const defaultPort = 4747;

async function startApp({ port = defaultPort, isJson, allowedHosts }: Arguments): Promise<Served> {
  const { url, stop } = await serveApp(port, allowedHosts);
  const announce = () => {
    if (!isJson) say(`Open ${url} in a browser. Its maps stay there.`);
    print(isJson ? JSON.stringify({ ready: true, url }) : `soapstone ready ${url}`);
  };
  return { url, environment: {}, announce, stop };
}

/**
 * Start a server of maps. Its code is loaded on demand, because it loads packages that other processes don't need.
 *
 * @returns the exit code if a worker has failed
 */
async function startMaps(commandArguments: Arguments): Promise<Served | number> {
  warnOfAccess(commandArguments);
  if (commandArguments.workers > 1) return (await import('./workers.ts')).startWorkers(commandArguments);
  const server = await (await import('./start-maps.ts')).startMaps(commandArguments);
  return serveReady(server, commandArguments, server.stop);
}

const version = (): string => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

function exitCodeOf(error: Error & { readonly exitCode?: number }): number {
  return error instanceof UsageError ? 2 : error instanceof PortTaken ? 5 : (error.exitCode ?? 1);
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    const code = exitCodeOf(error);
    say(code === 1 ? (error.stack ?? String(error)) : error.message);
    if (code === 2) say('"soapstone --help" lists the options.');
    process.exit(code);
  },
);
