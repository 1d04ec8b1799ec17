import type { SourceFile } from './source-file.ts';

/** Files that are loaded by address, by external programs, or after compilation. */
const entries = new Set([
  ...[
    'sw/worker.ts',
    'src/main.tsx',
    'src/bridge/bridge.ts',
    'src/extensions/client.ts',
    'src/publish/import/worker.ts',
  ],
  'src/extensions/share/make/worker.ts',
  'src/extensions/export/write-worker.ts',
  'src/extensions/remote/import/worker.ts',
  'src/extensions/share/viewer/main.tsx',
  ...['vite.config.ts', 'sw/draw/kernel/assembly/index.ts'],
  ...['serve/command/main.ts', 'serve/host/publish/reader-thread.ts'],
]);

/**
 * List unused code: files of `sw/`, `src/` and `serve/` that aren't imported, and unused exports.
 *
 * @param files all files that may import, including tests
 */
export function findUnused(files: readonly SourceFile[]): string[] {
  const used = new Set(files.flatMap(({ uses }) => uses));
  const imported = new Set(files.flatMap(({ imports }) => imports));
  return files
    .filter(({ path }) => /^(sw|src|serve)\//.test(path) && !path.endsWith('.d.ts') && !entries.has(path))
    .flatMap(({ path, exports }) => {
      if (!imported.has(path) && !used.has(`${path}#*`)) return [`${path}: nobody imports it`];
      if (used.has(`${path}#*`)) return [];
      return exports.filter((name) => !used.has(`${path}#${name}`)).map((name) => `${path}: nobody imports "${name}"`);
    });
}

/** List the packages in `package.json` that aren't imported; types count as the package that they describe. */
export function findUnusedPackages(packages: readonly string[], texts: readonly string[]): string[] {
  const all = texts.join('\n');
  const isUsed = (name: string) => all.includes(`'${name}`) || all.includes(`"${name}`);
  return packages.filter((name) => !isUsed(name.replace('@types/', '')));
}
