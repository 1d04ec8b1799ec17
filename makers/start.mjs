import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/*
 * `npm start`: build what has changed since the last build, without the bundler's output, and run the command with the same
 * parameters.
 */

const root = new URL('..', import.meta.url).pathname;
const inputs = [
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'vite.serve.config.ts',
  'public',
  'serve',
  'src',
  'sw',
];
const outputs = ['dist/index.html', 'dist/sw.js', 'bin/soapstone.js', 'bin/index.js'];
const stamp = join(root, 'node_modules/.cache/soapstone-build');

const filesIn = (name) =>
  statSync(join(root, name)).isFile()
    ? [name]
    : readdirSync(join(root, name), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length));

/** Return a hash of what is built, and of what the build gave: another build, such as one for another path, changes that. */
function stateOf() {
  const hash = createHash('sha256');
  for (const name of [...inputs.flatMap(filesIn).sort(), ...outputs])
    hash.update(`${name}\0`).update(existsSync(join(root, name)) ? readFileSync(join(root, name)) : 'missing');
  return hash.digest('hex');
}

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== stateOf()) {
  process.stderr.write('Building the app, which takes about a minute …\n');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  for (const config of ['vite.config.ts', 'vite.serve.config.ts']) {
    const run = spawnSync(process.execPath, [vite, 'build', '-c', config], { cwd: root, encoding: 'utf8' });
    if (run.status === 0) continue;
    process.stderr.write(`${run.stdout}${run.stderr}\nThe build has failed.\n`);
    process.exit(1);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, stateOf());
}
await import(new URL('../bin/soapstone.js', import.meta.url));
