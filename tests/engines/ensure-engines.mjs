import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../run/debian-packages.mjs';

/** Debian's packages for the browsers other than Chromium, and for their drivers. */
const packages = {
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb'],
};

/**
 * Install missing browsers if running as root with apt.
 *
 * @returns names of the browsers that are still missing
 */
export async function ensureEngines() {
  const missing = () => Object.keys(packages).filter((name) => !programsOf(name));
  await installPackages(missing().flatMap((name) => packages[name]));
  return missing();
}

/** Return the paths of a browser's programs; undefined if one is missing. */
export function programsOf(name) {
  const found =
    name === 'firefox'
      ? { browser: onPath('firefox-esr') ?? onPath('firefox') }
      : { driver: onPath('WebKitWebDriver'), browser: miniBrowser(), screen: onPath('Xvfb') };
  return Object.values(found).every(Boolean) ? found : undefined;
}

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(':')
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** Debian stores it next to the library, in a folder named after its version. */
function miniBrowser() {
  const libraries = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'].filter((folder) => existsSync(folder));
  return libraries
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name, 'MiniBrowser')))
    .find((path) => /webkit2?gtk-[\d.]+\/MiniBrowser$/.test(path) && existsSync(path));
}
