import { serveJob } from '../one-job.ts';
import { makeProject } from './make-project.ts';

serveJob(makeProject);
