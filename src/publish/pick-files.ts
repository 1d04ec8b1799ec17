import { companionEndings, dataEndings } from '../../sw/formats/rows.ts';
import { attachableTypes } from './import/attachments/attachable.ts';

/** Endings of data files, companion files, attachable files and datum grids. */
const endings = [...new Set([...dataEndings, ...companionEndings, ...Object.keys(attachableTypes), 'gsb'])];

/** Let the user choose files, or a folder with all its files. Resolves to an empty array on cancel. */
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
