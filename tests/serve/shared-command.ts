import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { folderWith, parcels, runSoapstone, visits } from './run-soapstone.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the shared command, with a slash at its end. */
    url: string;
    /** The key of its page. */
    pageKey: string;
  }
}

/** Start the command once for all tests, with a layer and a table. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = folderWith({
    'parcels.geojson': parcels(40),
    'visits.csv': visits(40),
    'P3.pdf': 'a plan',
    'P4.pdf': 'a plan',
  });
  const running = runSoapstone(['serve', folder]);
  project.provide('url', await running.url);
  project.provide('pageKey', running.pageKey());
  return async () => {
    await running.stop();
    rmSync(join(folder, '..'), { recursive: true });
  };
}
