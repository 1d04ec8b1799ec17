import { beforeAll, expect, test } from 'vitest';
import type { PlainFeature, WriteJob, WriterHandlers } from '../../../../src/extensions/export/write-worker.ts';
import { workerCalls } from '../../../../src/worker-calls.ts';
import { WorkerHere } from '../../worker-here.ts';

const job: WriteJob = {
  ...{ format: 'fgb', name: 'towns', idField: 'OBJECTID', geometry: 'point', hasFiles: false },
  fields: [{ Name: 'NAME', Type: 'gisFieldTypeString', Length: 20 }] as unknown as WriteJob['fields'],
};
const noFile = async () => undefined;
let writer: ReturnType<typeof workerCalls<WriterHandlers>>;

beforeAll(async () => {
  WorkerHere.script = () => {};
  const worker = new WorkerHere();
  await import('../../../../src/extensions/export/write-worker.ts');
  writer = workerCalls<WriterHandlers>(() => worker as unknown as Worker);
});

test('the writer asks for one page after the other until there is none', async () => {
  const pages = [['Aachen', 'Bonn'], ['Celle']].map((names) =>
    names.map((name, i): PlainFeature => ({ values: [name], shape: { x: 6 + i, y: 50 } })),
  );
  let requests = 0;
  const { file } = await writer.calls.writeFile(job, async () => pages[requests++], noFile);
  expect(requests).toBe(3);
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.subarray(0, 3).toString()).toBe('fgb');
  for (const name of ['Aachen', 'Bonn', 'Celle']) expect(bytes.includes(name)).toBe(true);
});

test('what a page throws is what the writing throws, and a fault of a format has its code', async () => {
  const gone = new Error('The service changed.');
  await expect(writer.calls.writeFile(job, () => Promise.reject(gone), noFile)).rejects.toBe(gone);
  const { geometry: _, ...table } = job;
  await expect(writer.calls.writeFile(table, async () => undefined, noFile)).rejects.toMatchObject({
    code: 'not-supported',
  });
});
