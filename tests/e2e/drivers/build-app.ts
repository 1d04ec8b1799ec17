import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../../..');
const cache = join(root, 'node_modules/.cache/e2e');

/**
 * Builds of the app: `atRoot` for the root of a web server, `below` for a folder. The others are copies of `atRoot`:
 * `next` and `later` are its next two versions, whose scripts have other names; `broken` has no worker; the worker of
 * `deaf` ignores the request to claim a page; `bare` has no demo services.
 */
export const builds = {
  atRoot: join(cache, 'root'),
  below: join(cache, 'maps'),
  next: join(cache, 'next'),
  later: join(cache, 'later'),
  broken: join(cache, 'broken'),
  deaf: join(cache, 'deaf'),
  bare: join(cache, 'bare'),
} as const;

/** Base path of `builds.below`. */
export const lowerBase = '/maps/';

/**
 * Build the apps that the tests serve. With `E2E_BUILT=1`, two of them are already built: the app at the root, in
 * `dist/`, and the app below.
 */
export default async function buildApp(): Promise<void> {
  if (process.env.E2E_KEEP_BUILD && Object.values(builds).every((folder) => existsSync(folder))) return;
  if (process.env.E2E_BUILT) copy(join(root, 'dist'), builds.atRoot);
  else {
    await buildAt(builds.atRoot, '/');
    await buildAt(builds.below, lowerBase);
  }
  makeLater(builds.next, 'next', 'fedcba9876543210');
  makeLater(builds.later, 'later', 'fedcba9876543211');
  copy(builds.atRoot, builds.broken);
  rmSync(join(builds.broken, 'sw.js'));
  copy(builds.atRoot, builds.bare);
  rmSync(join(builds.bare, 'demo'), { recursive: true });
  copy(builds.atRoot, builds.deaf);
  edit(builds.deaf, 'sw.js', (code) => code.replaceAll(/([`"'])claim\1/g, '$1deaf$1'));
}

async function buildAt(outDir: string, base: string): Promise<void> {
  const configFile = join(root, 'vite.config.ts');
  await build({ root, base, configFile, logLevel: 'error', build: { outDir, emptyOutDir: true, sourcemap: false } });
}

/** Make a later version of the app at the root. */
function makeLater(folder: string, name: string, version: string): void {
  copy(builds.atRoot, folder);
  const hashed = ['assets', 'worker'].flatMap((below) => readdirSync(join(folder, below)).map((file) => [below, file]));
  for (const [below, file] of hashed) renameSync(join(folder, below!, file!), join(folder, below!, `${name}-${file}`));
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(html|js|css)$/.test(file),
  );
  for (const file of texts) {
    const before = readFileSync(join(folder, file), 'utf8');
    const after = hashed.reduce((text, [, actual]) => text.replaceAll(actual!, `${name}-${actual}`), before);
    if (after !== before) writeFileSync(join(folder, file), after);
  }
  edit(folder, 'index.html', (html) => html.replace('<head>', `<head><meta name="build" content="${name}">`));
  edit(folder, 'sw.js', (code) => code.replaceAll(/("version":")[0-9a-f]{16}/g, `$1${version}`));
}

function copy(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  // Source maps are half of the app.
  cpSync(from, to, { recursive: true, filter: (file) => !file.endsWith('.map') });
}

function edit(folder: string, name: string, change: (text: string) => string): void {
  const before = readFileSync(join(folder, name), 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${name}: nothing to change was found in it`);
  writeFileSync(join(folder, name), after);
}
