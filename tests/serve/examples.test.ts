import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { casesOfToday } from '../today.ts';
import { inTest } from './in-test.ts';
import { adminToken, runSoapstone } from './run-soapstone.ts';

/* Run the examples that test software against the command, with the file in their folder. */

/** The example to run today: these are equivalent, and their programs start slowly. */
const today = casesOfToday(['vitest', 'Playwright', 'JUnit'], 3);
const root = new URL('../..', import.meta.url).pathname;
const examples = `${root}docs/examples/`;
const execute = promisify(execFile);
/** The environment without the variables that this test's runner sets for its processes. */
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$)/.test(name)));

/** Run a program in the folder of examples. @throws {Error} with its output, unless its exit code is 0 */
async function run(tool: string, parameters: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const options = { cwd: examples, env: { ...inherited, NO_COLOR: '1', ...environment } };
  try {
    return (await execute(tool, parameters, options)).stdout;
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${message}\n${stdout}\n${stderr}`);
  }
}

test.runIf(today.includes('vitest'))(
  'vitest',
  async () => {
    const options = ['run', 'parcels.test.mjs', '--testTimeout=30000', '--hookTimeout=30000'];
    expect(await run(`${root}node_modules/.bin/vitest`, options)).toMatch(/Tests +4 passed \(4\)/);
  },
  120_000,
);

test.runIf(today.includes('Playwright'))(
  'Playwright',
  async () => {
    const options = ['test', '-c', `${root}tests/serve/playwright.config.ts`, 'parcels.spec.mjs'];
    expect(await run(`${root}node_modules/.bin/playwright`, options)).toContain('2 passed');
  },
  120_000,
);

const python = '/usr/bin/python3';
const prints = (pattern: RegExp, tool: string, ...parameters: string[]) =>
  pattern.test(spawnSync(tool, parameters, { encoding: 'utf8' }).stdout ?? '');
const hasZeep = prints(/there/, python, '-c', 'import pytest, zeep; print("there")');
const hasSoap = prints(/^soap$/m, 'php', '-m');
const jars = ['junit4', 'hamcrest'].map((name) => `/usr/share/java/${name}.jar`);
const hasJunit = prints(/^javac (1[7-9]|[2-9]\d)/, 'javac', '-version') && jars.every((jar) => existsSync(jar));

const served = runSoapstone(['serve', `${examples}parcels.geojson`]);
let environment: Record<string, string>;
beforeAll(async () => {
  environment = { SOAPSTONE_URL: await served.url, SOAPSTONE_ADMIN_TOKEN: adminToken, PYTHONDONTWRITEBYTECODE: '1' };
});
afterAll(() => served.stop());

test.skipIf(!hasZeep)('pytest with zeep', async () => {
  const options = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_parcels.py'];
  expect(await run(python, options, environment)).toContain('2 passed');
});

test.skipIf(!hasSoap)('PHP', async () => {
  expect(await run('php', ['parcels.php'], environment)).toBe('passed\n');
});

test.runIf(today.includes('JUnit') && hasJunit)('JUnit', async () => {
  const classes = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
  const path = [classes, ...jars].join(delimiter);
  await run('javac', ['-d', classes, '-cp', path, 'ParcelsTest.java']);
  expect(await run('java', ['-cp', path, 'org.junit.runner.JUnitCore', 'ParcelsTest'], environment)).toContain(
    'OK (2 tests)',
  );
});
