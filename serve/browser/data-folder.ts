import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The data of a folder belong to another port. */
export class WrongPort extends Error {}

const fileOf = (folder: string) => join(folder, 'soapstone-port');

/** The port under which the maps of a folder were published: a browser finds them there alone. Undefined for a new folder. */
export function storedPort(folder: string): number | undefined {
  try {
    return Number(readFileSync(fileOf(folder), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** @throws {WrongPort} */
export function checkPort(folder: string, port: number): void {
  const stored = storedPort(folder);
  if (stored === undefined || port === 0 || port === stored) return;
  throw new WrongPort(`The maps in ${folder} belong to port ${stored}: use --port ${stored}, or another folder.`);
}

/** Make the folder, for its owner alone because accounts are in it, and keep the port there. */
export function storePort(folder: string, port: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  writeFileSync(fileOf(folder), `${port}\n`, { mode: 0o600 });
}
