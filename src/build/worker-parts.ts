/** What a worker's entry sees of its parts as the constant `PARTS`. */
interface Parts {
  /** Paths of their scripts below the base. */
  readonly files: readonly string[];
  /** What is thrown for a part that cannot be loaded; the entry may put an error of its own in its place. */
  failure: (message: string, cause: unknown) => Error;
}

type Exports = Record<string, unknown>;
type Require = (name: string) => Exports;
type Factory = (exports: Exports, require: Require) => void;

interface Host {
  importScripts(url: string): void;
  readonly registration: { readonly scope: string };
  /** What the scripts of parts leave behind: a function that evaluates the part, by the script's path. */
  workerParts?: Record<string, Factory>;
}

/**
 * Make what `require` is to the worker's chunks. It is written into the worker's script as text, so it names nothing
 * outside of itself.
 *
 * A part is evaluated once, at its first `require`, and fetched before that unless its script has run. What fails is
 * tried again the next time.
 *
 * @param files paths below the base by the names that chunks call each other
 */
function createRequire(host: Host, files: Readonly<Record<string, string>>, parts: Parts): Require {
  const loaded: Record<string, Exports> = {};
  host.workerParts = {};
  const factoryOf = (file: string): Factory => {
    const known = host.workerParts![file];
    if (known) return known;
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
    const known = loaded[name];
    if (known) return known;
    const factory = factoryOf(files[name]!);
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
 * Wrap a chunk in CommonJS form, so that its script only leaves it behind for `createRequire`. One line is put before the code and one
 * after it.
 */
export const partScript = (file: string, code: string): string =>
  `self.workerParts[${JSON.stringify(file)}]=(exports,require)=>{"use strict";\n${code}\n};\n`;

/** What the entry's script begins with, before its own chunks as `partScript` gives them: one line. */
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

/** What the entry's script ends with: it runs the chunk of that name. */
export const scriptEnd = (name: string): string => `require(${JSON.stringify(name)});\n})();\n`;
