import { sourceAddress } from '../../../../sw/formats/reading/source-address.ts';
import { serveJob } from '../../../publish/import/one-job.ts';
import { type CarriedPackage, carryElsewhere } from './carry-remote.ts';
import { describeElsewhere } from './describe-remote.ts';
import { makeElsewhere } from './make-remote.ts';
import type { ElsewhereDescription, ElsewhereJob } from './messages.ts';

serveJob(async (job: ElsewhereJob): Promise<ElsewhereDescription | Blob | CarriedPackage> => {
  if (job.type === 'carry') return carryElsewhere(job.made, job.replaces);
  if (job.type === 'make') return makeElsewhere(job.described, job.choices);
  return describeElsewhere(sourceAddress(job.address), {
    fetchElsewhere: (target: string, init: RequestInit) => fetch(target, init),
  });
});
