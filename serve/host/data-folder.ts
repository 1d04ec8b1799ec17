import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithProcess } from '../process-end.ts';

/** Error for a folder that can't store the data. The message gives the reason and the remedy. */
export class WrongFolder extends Error {}

/** Entries of the browser profile in which earlier versions stored the data. */
const profileEntries = ['Local State', 'Default', 'soapstone-port'];

/**
 * Create a folder for the data if necessary, for its owner only, because it contains accounts.
 *
 * @throws {WrongFolder} if it is a browser profile, which is left unchanged, or if it can't be written to
 */
export function prepareFolder(folder: string): void {
  if (profileEntries.some((name) => existsSync(join(folder, name))))
    throw new WrongFolder(
      `${folder} is the browser profile of an earlier version, and was left unchanged. Choose another folder for --data. To move the maps, start that version again, download a backup in its settings, and restore it here.`,
    );
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch (error) {
    throw new WrongFolder(`${folder} can't store the data: ${(error as Error).message}.`);
  }
}

/** Create a temporary folder. It is removed by `remove`, or when this process ends. */
export function createTemporaryFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  const cancel = endWithProcess(remove);
  return {
    folder,
    remove() {
      cancel();
      remove();
    },
  };
}

/**
 * Return the key that proves that a request comes from the page of a data folder, and create it if necessary. All
 * processes with the same folder have the same key.
 *
 * @throws {WrongFolder} if the key is damaged
 */
export function pageKeyOf(folder: string): string {
  const path = join(folder, 'page-key');
  if (!existsSync(path)) {
    const draft = `${path}-${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    try {
      // This fails if another process was faster. In that case, use the key of that process.
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  const key = readFileSync(path, 'utf8');
  if (!/^[\w-]{43}$/.test(key))
    throw new WrongFolder(`${path} is damaged. Delete it, and open the address that the command prints.`);
  return key;
}
