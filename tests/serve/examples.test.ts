import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';

const run = promisify(execFile);
const python = '/usr/bin/python3';
const hasZeep = spawnSync(python, ['-c', 'import pytest, zeep']).status === 0;

test.skipIf(!hasZeep)('the example of pytest and zeep passes', async () => {
  const options = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'docs/examples/test_parcels.py'];
  const env = { ...process.env, SOAPSTONE_URL: inject('url'), PYTHONDONTWRITEBYTECODE: '1' };
  const { stdout } = await run(python, options, { env });
  expect(stdout).toContain('2 passed');
});
