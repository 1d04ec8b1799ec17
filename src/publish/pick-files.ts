import { attachableTypes } from '../publisher/attachments/attachable.ts';
import { companionEndings, dataEndings, splitEnding } from '../publisher/formats.ts';

/** Of data, what lies beside them, and datum grids. */
const endings = [...new Set([...dataEndings, ...companionEndings, ...Object.keys(attachableTypes), 'gsb'])];

/** Let a person choose files or a folder with all its files. Empty when the person cancels. */
export function pickFiles(what: 'files' | 'folder'): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    if (what === 'folder') input.webkitdirectory = true;
    else input.accept = endings.map((ending) => `.${ending}`).join();
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

/** Separate the files that can be read from the others. A single file of unknown format is tried, as its content may tell. */
export function sortOut(files: readonly File[]): {
  readonly read: readonly File[];
  readonly ignored: readonly string[];
} {
  if (files.length === 1) return { read: files, ignored: [] };
  const read = files.filter(({ name }) => splitEnding(name, endings));
  if (read.length === 0) return { read: files, ignored: [] };
  return { read, ignored: files.filter((file) => !read.includes(file)).map(({ name }) => name) };
}
