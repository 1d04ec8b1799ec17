import { toFault } from '../../../../sw/contract/index.ts';
import type { AttachedFile } from '../../../../sw/formats/geopackage/attached-files.ts';
import type { RowBatch } from '../../../../sw/formats/writing/rows-to-write.ts';
import { batchOfFeatures } from './batch-of-features.ts';
import { writeInFormat } from './write-in-format.ts';
import type { FromWriter, PlainFeature, ToWriter, WriteJob } from './write-job.ts';

/** The part of `DedicatedWorkerGlobalScope` that is used; the page's own library has no type for it. */
interface Host {
  postMessage(message: FromWriter): void;
  onmessage: ((event: MessageEvent<ToWriter>) => void) | null;
}
const host = globalThis as unknown as Host;

let take: ((next: unknown) => void) | undefined;

function next<T>(of: 'rows' | 'file'): Promise<T | undefined> {
  return new Promise((resolve) => {
    take = resolve as (next: unknown) => void;
    host.postMessage({ type: 'more', of });
  });
}

async function* batches({ fields, geometry }: WriteJob): AsyncGenerator<RowBatch> {
  for (let rows = await next<readonly PlainFeature[]>('rows'); rows; rows = await next('rows'))
    yield batchOfFeatures(rows, fields.length, geometry);
}

async function* files(): AsyncGenerator<AttachedFile> {
  for (let file = await next<AttachedFile>('file'); file; file = await next('file')) yield file;
}

host.onmessage = async ({ data }) => {
  if (data.type !== 'start') return take?.(data.type === 'rows' ? data.rows : data.file);
  try {
    host.postMessage({ type: 'done', ...(await writeInFormat(data.job, batches(data.job), files())) });
  } catch (error) {
    const { code, message } = toFault(error);
    host.postMessage({ type: 'failed', code, message });
  }
};
