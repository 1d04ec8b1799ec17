import { Fault } from '../../sw/contract/fault.ts';
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
    const other = stopped.then(() => Promise.reject(new Fault('conflict', 'Another worker goes on alone. Ask again.')));
    await Promise.race([others, other]);
  };
  const files = isFirst ? {} : { files: [], users: [] };
  const server = await startMaps({ ...readArguments(line), ...settings, ...files }, isOnly ? undefined : becomeOnly);
  const { url, page, adminToken, store, services, warnings, stop } = server;
  send({ ready: { url, page, adminToken, store, services, warnings } });
  await stopped;
  await stop();
}

const send = (message: MessageOfWorker): void => void process.send!(message);
