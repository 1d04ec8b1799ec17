import cluster, { type Worker } from 'node:cluster';
import { createTemporaryFolder } from '../host/data-folder.ts';
import { closeServers, listen } from '../http/server.ts';
import type { MetricLines } from '../watch/metrics.ts';
import type { Arguments } from './arguments.ts';
import { defaultMapsPort, logEvent, logMessage, type ReadyMaps, type Served, say, serveReady } from './served.ts';

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

/** `stop`: end after the running requests. `only`: the other workers have ended. `metrics`: send your metrics. */
export type MessageToWorker = 'stop' | 'only' | 'metrics' | { readonly others: MetricLines };
/** `only`: end the other workers. `metrics`: send the metrics of the others. */
export type MessageOfWorker = 'only' | 'metrics' | { readonly ready: ReadyMaps } | { readonly metrics: MetricLines };

const restartMs = 1000;
/** Maximum wait for the metrics of a worker, which may be ending or busy. */
const maxMetricsMs = 5000;
/** A worker that is told to stop and still runs after this time is killed. */
const maxStopMs = 20_000;

/**
 * Serve maps by several processes, which share a port and their data. A worker that dies is replaced.
 *
 * @returns the exit code if the first worker ends before it is ready; it has printed why
 */
export async function startWorkers(commandArguments: Arguments): Promise<Served | number> {
  const { workers, host, isLogged, port: requestedPort = defaultMapsPort } = commandArguments;
  const tell = isLogged ? logMessage : say;
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
      if (message === 'metrics') void sendMetrics(worker);
      if (isReady(message) && started.add(worker).size === workers) tell(`All ${workers} workers answer.`);
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
      if (started.has(worker) && worker.isConnected()) send(worker, 'stop');
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
    send(worker, 'only');
  };

  const sendMetrics = async (receiver: Worker): Promise<void> => {
    const others = runningWorkers().filter((worker) => worker !== receiver && started.has(worker));
    const lines = await Promise.all(others.map(readMetrics));
    send(receiver, { others: Object.assign({}, ...lines) });
  };

  const ready = await whenReady(fork(true));
  if (typeof ready === 'number') {
    temporary?.remove();
    return ready;
  }
  fill();
  cluster.on('exit', (worker, code, signal) => {
    const facts = { worker: String(worker.id), code, signal };
    if (!stopped.has(worker))
      isLogged ? logEvent('worker-died', facts) : say(`Worker ${worker.id} died: ${signal ?? code}.`);
    setTimeout(fill, restartMs);
  });
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
      if (isReady(message)) resolve(message.ready);
    });
    worker.once('exit', (code) => resolve(code ?? 1));
  });
}

const isReady = (message: MessageOfWorker): message is { readonly ready: ReadyMaps } =>
  typeof message === 'object' && 'ready' in message;

/** Send a message to a worker, which may have died. Without a callback, that would end this process. */
const send = (worker: Worker, message: MessageToWorker): void => void worker.send(message, () => undefined);

/** Read the metrics of a worker; empty if it doesn't answer in time. */
function readMetrics(worker: Worker): Promise<MetricLines> {
  return new Promise((resolve) => {
    const end = (lines: MetricLines) => {
      clearTimeout(timer);
      worker.off('message', receive);
      resolve(lines);
    };
    const receive = (message: MessageOfWorker) => {
      if (typeof message === 'object' && 'metrics' in message) end(message.metrics);
    };
    const timer = setTimeout(() => end({}), maxMetricsMs);
    worker.on('message', receive);
    send(worker, 'metrics');
  });
}

/** Check that a port is free, or find a free one. Workers listen when they are ready, each at the same port. */
async function findPort(host: string | undefined, requestedPort: number): Promise<number> {
  const { servers, port } = await listen(host, requestedPort);
  await closeServers(servers);
  return port;
}
