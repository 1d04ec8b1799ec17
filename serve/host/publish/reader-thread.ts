import { parentPort, workerData } from 'node:worker_threads';
import type { CallPort } from '../../../src/worker-calls.ts';
import { readerThread } from './start-thread.ts';

// Check the data, because other threads, such as those of test runners, have a port too. The reader is loaded on
// demand, because a bundler would let the program import parts of it from here.
if (workerData === readerThread)
  void import('./serve-reader.ts').then(({ serveReader }) => serveReader(parentPort as unknown as CallPort));
