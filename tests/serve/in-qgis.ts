import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestContext } from 'vitest';

// The system's interpreter, because others don't find Debian's packages.
const python = '/usr/bin/python3';
const script = join(import.meta.dirname, 'read-in-qgis.py');

/** A source for QGIS: rows, a raster or vector tiles, with the name of a provider. */
export type Source = readonly [kind: 'rows' | 'raster' | 'tiles', provider: string, source: string];

// biome-ignore lint/suspicious/noExplicitAny: the members depend on the kind
export type Read = Record<string, any>;

/** Return the data that QGIS reads from each source; the test is skipped if QGIS isn't installed. */
export function readInQgis(test: TestContext, sources: readonly Source[]): Read[] {
  try {
    execFileSync(python, ['-c', 'import qgis.core'], { stdio: 'ignore' });
  } catch {
    test.skip('python3-qgis is not installed');
  }
  const output = execFileSync(python, [script], {
    input: sources.map((source) => source.join('\t')).join('\n'),
    env: { ...process.env, QT_QPA_PLATFORM: 'offscreen', XDG_RUNTIME_DIR: '/tmp' },
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: 50_000,
  });
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Read);
}
