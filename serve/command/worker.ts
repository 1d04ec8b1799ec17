import cluster from 'node:cluster';
import { Fault } from '../../sw/contract/fault.ts';
import type { Peers } from '../start.ts';
import { readArguments } from './arguments.ts';
import { startMaps } from './start-maps.ts';
import { type MessageOfWorker, type MessageToWorker, settingsName, type WorkerSettings } from './workers.ts';

/** Serve maps as one of several workers, until the process that started it says to stop. */
export async function runWorker(): Promise<void> {
  const { line, isFirst, isOnly, ...settings } = JSON.parse(process.env[settingsName]!) as WorkerSettings;
  const received = (expected: MessageToWorker): Promise<void> =>
    new Promise((resolve) => {
      process.on('message', (message) => {
        if (message === expected) resolve();
      });
    });
  const stopped = received('stop');
  const becomeOnly = async (): Promise<void> => {
    const others = received('only');
    send('only');
    const other = stopped.then(() =>
      Promise.reject(new Fault('conflict', 'Another worker takes over. Repeat the request.')),
    );
    await Promise.race([others, other]);
  };
  const shareMetrics: Peers['shareMetrics'] = (read) => {
    process.on('message', (message: MessageToWorker) => {
      if (message !== 'metrics') return;
      const reading = read().catch(() => ({}));
      void reading.then((metrics) => send({ metrics }));
    });
    return () =>
      new Promise((resolve) => {
        const receive = (message: MessageToWorker) => {
          if (typeof message !== 'object') return;
          process.off('message', receive);
          resolve(message.others);
        };
        process.on('message', receive);
        send('metrics');
      });
  };
  const name = String(cluster.worker!.id);
  const peers = isOnly ? undefined : { name, becomeOnly, shareMetrics };
  const files = isFirst ? {} : { files: [], users: [] };
  const server = await startMaps({ ...readArguments(line), ...settings, ...files }, peers);
  const { url, page, adminToken, store, services, warnings, stop } = server;
  send({ ready: { url, page, adminToken, store, services, warnings } });
  await stopped;
  await stop();
}

const send = (message: MessageOfWorker): void => void process.send!(message);
