import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** There is no browser that could be driven. */
export class NoBrowser extends Error {}

const places: Readonly<Record<string, readonly string[]>> = {
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: [
    'Google\\Chrome\\Application\\chrome.exe',
    'Chromium\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ].flatMap((path) =>
    ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) =>
      process.env[name] ? [join(process.env[name], path)] : [],
    ),
  ),
};
const names = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  ...['microsoft-edge', 'microsoft-edge-stable', 'brave-browser'],
];

/**
 * Find a Chromium, or a browser made of it: the one that is named, then `CHROMIUM_PATH` and `CHROME_PATH`, then the usual
 * places of the system.
 *
 * @throws {NoBrowser} says where was looked
 */
export function findBrowser(named: string | undefined): string {
  for (const [source, path] of [
    ['--browser', named],
    ['CHROMIUM_PATH', process.env.CHROMIUM_PATH],
    ['CHROME_PATH', process.env.CHROME_PATH],
  ] as const) {
    if (!path) continue;
    if (isProgram(path)) return path;
    throw new NoBrowser(`${source} names "${path}", and no program is there.`);
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [
    ...(places[process.platform] ?? []),
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
  ];
  const found = candidates.find(isProgram);
  if (found) return found;
  throw new NoBrowser(
    'No Chromium was found. Install Chromium, Google Chrome or Microsoft Edge, or name one with --browser PATH or CHROMIUM_PATH.',
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
