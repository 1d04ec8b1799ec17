import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Error for a file or folder that can't be read. */
export class NoFile extends Error {}

/** Files that become one service. */
export interface FileGroup {
  /** Name of the folder or of the first file, which names the service. */
  readonly name: string;
  /** Absolute. */
  readonly paths: readonly string[];
}

/**
 * Group files and folders by service: a folder with all files in it, files in one folder with the same name up to the
 * first dot (the parts of a shapefile), or a single file.
 *
 * @throws {NoFile} if a file or folder can't be read
 */
export function fileGroups(named: readonly string[]): FileGroup[] {
  const groups = new Map<string, FileGroup>();
  for (const name of named) {
    const path = resolve(name);
    if (isFolder(name, path)) {
      const inside = readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map((entry) => join(entry.parentPath, entry.name));
      if (inside.length === 0) throw new NoFile(`${name}: expected a folder with files, found an empty one.`);
      groups.set(path, { name: basename(path), paths: inside });
    } else {
      const stem = join(dirname(path), basename(path).replace(/\..*$/s, ''));
      groups.set(stem, { name: basename(path), paths: [...(groups.get(stem)?.paths ?? []), path] });
    }
  }
  return [...groups.values()];
}

function isFolder(name: string, path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    throw new NoFile(`${name}: expected a file or a folder, found nothing.`);
  }
}
