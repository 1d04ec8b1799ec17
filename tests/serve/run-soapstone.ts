import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;

/** A command that is running or has ended. */
export interface Running {
  readonly child: ChildProcess;
  /** Address of the command, with a slash at the end; rejects if the command ends before it is ready. */
  readonly url: Promise<string>;
  /** Return the page's key, which the command prints when it is ready. */
  readonly pageKey: () => string;
  readonly output: { stdout: string; stderr: string };
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>;
  /** Stop it like Ctrl+C. */
  stop(): Promise<number | null>;
}

/** Administration token of each command that tests start. */
export const adminToken = 'administration-of-tests';

/** Start the built command, or another program. */
export function runSoapstone(parameters: readonly string[], program = `${root}bin/soapstone.js`): Running {
  const child = spawn(process.execPath, [program, ...parameters], {
    env: { ...process.env, PORT: '0', SOAPSTONE_ADMIN_TOKEN: adminToken },
  });
  const output = { stdout: '', stderr: '' };
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      output.stdout += text;
      const ready = /^soapstone ready (\S+)/m.exec(output.stdout);
      if (ready) resolve(ready[1]!);
    });
    child.stderr.on('data', (text: Buffer) => {
      output.stderr += text;
    });
    void ended.then((code) => reject(new Error(`ended with ${code} before it was ready: ${output.stderr}`)));
  });
  // Tests of invalid options don't await it.
  url.catch(() => undefined);
  const pageKey = () => /#key=([\w-]+)/.exec(output.stderr)![1]!;
  const stop = () => {
    child.kill('SIGINT');
    return ended;
  };
  return { child, url, pageKey, output, ended, stop };
}

/** Write files to a new folder `parcels`, and return its path. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'soapstone-files-')), 'parcels');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const square = (x: number, y: number) => [
  [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1],
    [x, y + 1],
    [x, y],
  ],
];

/** Return parcels on a grid of ten columns, in degrees. */
export const parcels = (count: number): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: Array.from({ length: count }, (_, index) => ({
      type: 'Feature',
      properties: {
        PARCEL_ID: `P${index}`,
        AREA: 100 + index,
        USE: index % 2 ? 'field' : 'house',
        BUILT: `20${10 + (index % 10)}-05-01`,
      },
      geometry: { type: 'Polygon', coordinates: square(index % 10, Math.floor(index / 10)) },
    })),
  });
/** Return two visits of each parcel. */
export const visits = (count: number): string =>
  [
    'PARCEL_ID,DAY,NOTE',
    ...Array.from({ length: 2 * count }, (_, index) => `P${index % count},2024-01-${10 + (index % 9)},visit ${index}`),
  ].join('\n');
