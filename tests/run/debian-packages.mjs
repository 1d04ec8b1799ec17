import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Return whether a program is on the path. */
export function isInstalled(name, path = process.env.PATH ?? '') {
  return path.split(':').some((folder) => folder !== '' && existsSync(join(folder, name)));
}

let last = Promise.resolve();

/**
 * Install Debian packages if running as root with apt; otherwise, or on failure, do nothing. Concurrent calls wait,
 * because apt has one lock.
 */
export function installPackages(packages) {
  last = last.then(() => install(packages));
  return last;
}

async function install(packages) {
  if (packages.length === 0 || process.getuid?.() !== 0 || !isInstalled('apt-get')) return;
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 1 << 26 };
  await execute('apt-get', ['update', '-q'], options).catch(() => undefined);
  // One by one, because an unavailable package must not block the others.
  for (const name of packages)
    await execute('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options).catch(() => undefined);
}
