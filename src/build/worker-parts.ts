/** The value of the constant `PARTS` in a worker's entry. */
interface Parts {
  /** Paths of the parts' scripts below the base. */
  readonly files: readonly string[];
  /** Creates the error for a part that can't be loaded. The entry may replace this function. */
  failure: (message: string, cause: unknown) => Error;
}

type Exports = Record<string, unknown>;
type Require = (name: string) => Exports;
type Factory = (exports: Exports, require: Require) => void;

interface Host {
  importScripts(url: string): void;
  readonly registration: { readonly scope: string };
  /** Functions that evaluate a part, by script path. The scripts of parts register them here. */
  workerParts?: Record<string, Factory>;
}

/**
 * Create the `require` function of the worker's chunks. It is inserted into the worker's script as text, so it must not
 * use anything outside of its body.
 *
 * A part is evaluated once, at its first `require`, which loads its script if needed. A failed part is tried again the
 * next time.
 *
 * @param files paths below the base, by the names that chunks use for each other
 */
function createRequire(host: Host, files: Readonly<Record<string, string>>, parts: Parts): Require {
  const loaded: Record<string, Exports> = {};
  host.workerParts = {};
  const readFactory = (file: string): Factory => {
    const registered = host.workerParts![file];
    if (registered) return registered;
    try {
      host.importScripts(new URL(file, host.registration.scope).href);
    } catch (error) {
      throw parts.failure(`The script ${file} of the server could not be loaded: ${error}`, error);
    }
    const factory = host.workerParts![file];
    if (!factory) throw parts.failure(`The script ${file} of the server is not what this version expects.`, undefined);
    return factory;
  };
  const require: Require = (name) => {
    const loadedPart = loaded[name];
    if (loadedPart) return loadedPart;
    const factory = readFactory(files[name]!);
    const exports: Exports = {};
    loaded[name] = exports;
    try {
      factory(exports, require);
    } catch (error) {
      delete loaded[name];
      throw error;
    }
    return exports;
  };
  return require;
}

/**
 * Wrap a chunk in CommonJS form. Its script only registers the chunk for `createRequire`. One line comes before the
 * code and one after it.
 */
export const partScript = (file: string, code: string): string =>
  `self.workerParts[${JSON.stringify(file)}]=(exports,require)=>{"use strict";\n${code}\n};\n`;

/** Return the start of the entry's script, on one line, before its chunks from `partScript`. */
export function scriptStart(
  files: Readonly<Record<string, string>>,
  parts: readonly string[],
  constants: Readonly<Record<string, unknown>>,
): string {
  const declared = Object.entries(constants).map(([name, value]) => `const ${name}=${JSON.stringify(value)};`);
  const failure = '(message,cause)=>new Error(message,{cause})';
  const makeRequire = String(createRequire).replaceAll(/\n\s*/g, ' ');
  return [
    '(()=>{"use strict";',
    `const PARTS={files:${JSON.stringify(parts)},failure:${failure}};`,
    ...declared,
    `const require=(${makeRequire})(self,${JSON.stringify(files)},PARTS);\n`,
  ].join('');
}

/** Return the end of the entry's script, which runs the chunk with that name. */
export const scriptEnd = (name: string): string => `require(${JSON.stringify(name)});\n})();\n`;
