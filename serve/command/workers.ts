import cluster, { type Worker } from 'node:cluster';
import { createTemporaryFolder } from '../host/data-folder.ts';
import { closeServers, listen } from '../http/server.ts';
import type { Arguments } from './arguments.ts';
import { defaultMapsPort, logMessage, type ReadyMaps, type Served, say, serveReady } from './served.ts';

/** Settings of a worker. */
export interface WorkerSettings {
  /** The command line, which the list of processes must not show. */
  readonly line: readonly string[];
  readonly port: number;
  readonly data: string;
  /** Whether it publishes the files and makes the accounts. */
  readonly isFirst: boolean;
  /** Whether there are no other workers, so that the test double works. */
  readonly isOnly: boolean;
}

/** Name of the environment variable with the settings of a worker. */
export const settingsName = 'SOAPSTONE_WORKER';

/** `stop`: end after the running requests. `only`: the other workers have ended. */
export type MessageToWorker = 'stop' | 'only';
/** `only`: end the other workers. */
export type MessageOfWorker = 'only' | { readonly ready: ReadyMaps };

const restartMs = 1000;
/** A worker that is told to stop and still runs after this time is killed. */
const maxStopMs = 20_000;

/**
 * Serve maps by several processes, which share a port and their data. A worker that dies is replaced.
 *
 * @returns the exit code if the first worker ends before it is ready; it has printed why
 */
export async function startWorkers(commandArguments: Arguments): Promise<Served | number> {
  const tell = commandArguments.isLogged ? logMessage : say;
  const { workers, host, port: requestedPort = defaultMapsPort } = commandArguments;
  const temporary = commandArguments.data === undefined ? createTemporaryFolder() : undefined;
  const data = commandArguments.data ?? temporary!.folder;
  const port = await findPort(host, requestedPort);
  const token = process.env.SOAPSTONE_ADMIN_TOKEN || crypto.randomUUID();
  let count = workers;
  let isStopping = false;
  const [started, stopped] = [new Set<Worker>(), new WeakSet<Worker>()];

  cluster.setupPrimary({ args: [] });
  const fork = (isFirst = false): Worker => {
    const settings: WorkerSettings = { line: process.argv.slice(2), port, data, isFirst, isOnly: count === 1 };
    const worker = cluster.fork({ SOAPSTONE_ADMIN_TOKEN: token, [settingsName]: JSON.stringify(settings) });
    worker.on('message', (message: MessageOfWorker) => {
      if (message === 'only' && count > 1) void keepOnly(worker);
      if (message !== 'only' && started.add(worker).size === workers) tell(`All ${workers} workers answer.`);
    });
    return worker;
  };
  const runningWorkers = (): Worker[] =>
    Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !stopped.has(worker)) as Worker[];
  const fill = (): void => {
    while (!isStopping && runningWorkers().length < count) fork();
  };
  const stop = (worker: Worker): Promise<void> => {
    stopped.add(worker);
    return new Promise((resolve) => {
      worker.once('exit', () => resolve());
      setTimeout(() => worker.process.kill('SIGKILL'), maxStopMs).unref();
      // A worker that is starting has no clients, and may miss the message.
      if (started.has(worker) && worker.isConnected()) worker.send('stop' satisfies MessageToWorker);
      else worker.process.kill('SIGKILL');
    });
  };
  const keepOnly = async (worker: Worker): Promise<void> => {
    count = 1;
    await Promise.all(
      runningWorkers()
        .filter((other) => other !== worker)
        .map(stop),
    );
    worker.send('only' satisfies MessageToWorker);
  };

  const ready = await whenReady(fork(true));
  if (typeof ready === 'number') {
    temporary?.remove();
    return ready;
  }
  fill();
  cluster.on('exit', () => setTimeout(fill, restartMs));
  return serveReady(ready, commandArguments, async () => {
    isStopping = true;
    await Promise.all(runningWorkers().map(stop));
    temporary?.remove();
  });
}

/** Wait until a worker is ready. @returns its exit code if it ends before */
function whenReady(worker: Worker): Promise<ReadyMaps | number> {
  return new Promise((resolve) => {
    worker.on('message', (message: MessageOfWorker) => {
      if (typeof message === 'object') resolve(message.ready);
    });
    worker.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Check that a port is free, or find a free one. Workers listen when they are ready, each at the same port. */
async function findPort(host: string | undefined, requestedPort: number): Promise<number> {
  const { servers, port } = await listen(host, requestedPort);
  await closeServers(servers);
  return port;
}
