import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** A module that the worker keeps in a script of its own until it is needed; all its exports are functions. */
export interface WorkerPart {
  /** Below the root. */
  readonly module: string;
  /** Address of the script below the base. */
  readonly fileName: string;
}

/** Name under which the script leaves its functions. */
const globalName = ({ fileName }: WorkerPart): string => `part:${fileName}`;

/** The entry of a part's script. */
export const partEntry = (part: WorkerPart, path: string): string =>
  `import * as functions from ${JSON.stringify(path)}; self[${JSON.stringify(globalName(part))}] = functions;`;

/**
 * Put functions that load their script when they are first called in the place of the modules of parts.
 *
 * A classic worker may load a script at any time if it loaded it while it was installed; `sw/worker.ts` does that.
 */
export function partsApart(parts: readonly WorkerPart[], pathOf: (module: string) => string): Plugin {
  const byPath = new Map(parts.map((part) => [pathOf(part.module), part]));
  return {
    name: 'soapstone:parts-apart',
    enforce: 'pre',
    load(id) {
      const part = byPath.get(id);
      return part && standIns(part, id);
    },
  };
}

function standIns(part: WorkerPart, path: string): string {
  const names = [...readFileSync(path, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  const global = JSON.stringify(globalName(part));
  return [
    `const script = () => new URL(${JSON.stringify(part.fileName)}, self.registration.scope).href;`,
    `const functions = () => self[${global}] ?? (importScripts(script()), self[${global}]);`,
    ...names.map((name) => `export const ${name} = (...values) => functions().${name}(...values);`),
  ].join('\n');
}
