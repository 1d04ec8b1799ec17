import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What tests take of `vitest/browser`, where they run in Node. */
export const commands = {
  readFile: (path: string, encoding: BufferEncoding = 'utf8') => readFile(path, encoding),
  async writeFile(path: string, content: string, encoding: BufferEncoding = 'utf8') {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, encoding);
  },
};
export const server = { browser: 'node', config: { snapshotOptions: { updateSnapshot: 'none' } } };
