import type { ServiceDefinition } from '../../../../sw/service/definition.ts';
import { runJob } from '../../../publish/import/one-job.ts';
import type { CarriedPackage } from './carry-remote.ts';
import type { ElsewhereChoices, ElsewhereDescription, ElsewhereJob } from './messages.ts';

/** The policy of the page lets the page itself send nothing to other servers. */
const worker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'elsewhere' });

/**
 * Find out what a file elsewhere has.
 *
 * @throws {Fault} `bad-value` for an address that is none, and as `describeElsewhere`
 */
export const describeAddress = (address: string): Promise<ElsewhereDescription> =>
  runJob<ElsewhereJob, ElsewhereDescription>(worker, { type: 'describe', address });

/** Make the package of a service whose layer reads a file elsewhere. @throws {Fault} as `makeElsewhere` */
export const packageElsewhere = (described: ElsewhereDescription, choices: ElsewhereChoices): Promise<Blob> =>
  runJob<ElsewhereJob, Blob>(worker, { type: 'make', described, choices });

/** Give such a package what people set on the only layer of a service. @throws {Fault} `bad-package` */
export const carrySettings = (made: Blob, replaces: ServiceDefinition): Promise<CarriedPackage> =>
  runJob<ElsewhereJob, CarriedPackage>(worker, { type: 'carry', made, replaces });
