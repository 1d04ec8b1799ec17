import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type OpenedStorage, openFolder } from '../../../../serve/store/open.ts';
import { describeDatabase } from '../../store/database/suite.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describeDatabase('LMDB', async (isEmpty): Promise<OpenedStorage> => {
  if (isEmpty) folders.push(await mkdtemp(join(tmpdir(), 'soapstone-lmdb-')));
  return openFolder(folders.at(-1)!);
});
