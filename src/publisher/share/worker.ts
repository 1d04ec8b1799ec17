import { serveJob } from '../one-job.ts';
import { makeShared } from './make-shared.ts';

serveJob(makeShared);
