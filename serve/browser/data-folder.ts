import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

export function storePort(folder: string, port: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(folder), `${port}\n`);
}
