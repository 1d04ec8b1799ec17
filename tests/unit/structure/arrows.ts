import { isArrowToExtension } from './rules.ts';
import type { SourceFile } from './source-file.ts';

/** List the imports from outside an extension into it, as `from -> to`, sorted. */
export function arrowsToExtensions(files: readonly SourceFile[]): string[] {
  return files
    .flatMap(({ path, imports }) =>
      imports.filter((target) => isArrowToExtension(path, target)).map((target) => `${path} -> ${target}`),
    )
    .sort();
}
