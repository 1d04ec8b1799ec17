import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenedStorage, openFolder } from '../../serve/store/open.ts';
import type { OpenDatabase } from '../../sw/store/database.ts';

/* Replaces `sw/store/indexeddb.ts` in tests: each database is in a folder of its own. */

const folders = new Map<string, Promise<OpenedStorage>>();
const parent = mkdtempSync(join(tmpdir(), 'soapstone-node-'));
process.on('exit', () => rmSync(parent, { recursive: true, force: true }));

export const openIndexedDb: OpenDatabase = async (options) => {
  const storage = folders.get(options.name) ?? openFolder(join(parent, String(folders.size)));
  folders.set(options.name, storage);
  return (await storage).openDatabase(options);
};
