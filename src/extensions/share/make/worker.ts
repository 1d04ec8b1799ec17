import { serveJob } from '../../../publish/import/one-job.ts';
import { makeShared } from './make-shared.ts';

serveJob(makeShared);
