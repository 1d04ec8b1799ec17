import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The parts of `vitest/browser` that tests use, for Node. */
export const commands = {
  readFile: (path: string, encoding: BufferEncoding = 'utf8') => readFile(path, encoding),
  async writeFile(path: string, content: string, encoding: BufferEncoding = 'utf8') {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, encoding);
  },
};
export const server = { browser: 'node', config: { snapshotOptions: { updateSnapshot: 'none' } } };
