import { isArrowToExtension } from './rules.ts';
import type { SourceFile } from './source-file.ts';

/** What leads from the core, or from another extension, into an extension. Registrations take their place; the list may only shrink. */
export const knownArrows: readonly string[] = [];

/** List the imports that lead into an extension from outside of it, as `from -> to`, sorted. */
export function arrowsToExtensions(files: readonly SourceFile[]): string[] {
  return files
    .flatMap(({ path, imports }) =>
      imports.filter((target) => isArrowToExtension(path, target)).map((target) => `${path} -> ${target}`),
    )
    .sort();
}
