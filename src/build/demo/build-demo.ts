import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packService } from '../../../sw/service/package.ts';
import { buildEarth } from './earth.ts';
import { buildEarthquakes } from './earthquakes.ts';
import { demoReader, demoSources } from './sources.ts';
import { buildWorld } from './world.ts';

/** In the order of their publication on the first visit. */
const services = [
  { file: 'World.zip', build: buildWorld },
  { file: 'Earthquakes.zip', build: buildEarthquakes },
  { file: 'Earth.zip', build: buildEarth },
] as const;

/** Folders whose files decide what is in the packages. */
const codeFolders = ['src/build/demo', 'src/publish/import', 'sw/formats', 'sw/geometry', 'sw/rows', 'sw/service'];

/**
 * Make the packages of the demo services, or take them from the cache below `node_modules/.cache` when neither their
 * sources nor the code has changed.
 *
 * @param root folder of the project
 * @returns by file name, in the order of publication
 */
export async function buildDemoPackages(root: string = process.cwd()): Promise<Map<string, Uint8Array>> {
  const parent = join(root, 'node_modules/.cache/soapstone-demo');
  const folder = join(parent, inputHash(root));
  if (existsSync(folder)) {
    return new Map(services.map(({ file }) => [file, new Uint8Array(readFileSync(join(folder, file)))]));
  }
  const reader = demoReader(root);
  const packages = new Map<string, Uint8Array>();
  for (const { file, build } of services) {
    const { definition, files } = await build(reader);
    packages.set(file, packService(definition, files, { compress: true }));
  }
  keep(parent, folder, packages);
  return packages;
}

/** Fill the cache. Two builds may run at once, so the folder appears complete or not at all; only the newest stays. */
function keep(parent: string, folder: string, packages: ReadonlyMap<string, Uint8Array>): void {
  const unfinished = `${folder}.${process.pid}`;
  try {
    mkdirSync(unfinished, { recursive: true });
    for (const [file, bytes] of packages) writeFileSync(join(unfinished, file), bytes);
    renameSync(unfinished, folder);
    for (const old of readdirSync(parent)) {
      if (!old.includes('.') && join(parent, old) !== folder)
        rmSync(join(parent, old), { recursive: true, force: true });
    }
  } catch {
    // The other build was first, or nothing can be written here: the packages are made all the same.
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function inputHash(root: string): string {
  const hash = createHash('sha256');
  for (const name of demoSources) hash.update(readFileSync(join(root, 'node_modules', name, 'package.json')));
  for (const folder of codeFolders) {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts')).sort())
      hash.update(file).update(readFileSync(join(root, folder, file)));
  }
  return hash.digest('hex').slice(0, 24);
}
