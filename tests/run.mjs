import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { ensureEngines } from './engines/ensure-engines.mjs';
import { ensureLanguages } from './formats/programs.mjs';
import { ensureReaders } from './formats/readers.mjs';
import { installPackages, isInstalled } from './run/debian-packages.mjs';
import { ensureChromium } from './run/ensure-chromium.mjs';
import { playwrightOutcome, vitestOutcome } from './run/outcome.mjs';
import { bin, root, run } from './run/run-command.mjs';
import { sizeChecks } from './run/size-budget.mjs';
import { ensureSpatialite } from './unit/rows/relate/spatialite.mjs';

/** The base path and folder of the app below a web server's root, as in `tests/e2e/drivers/build-app.ts`. */
const lowerBase = '/maps/';
const below = 'node_modules/.cache/e2e/maps';

/**
 * Run all checks and tests of the project: `node tests/run.mjs [deep] [step ...]`. With `deep`, this includes cases
 * that a similar case replaces in a daily run.
 *
 * Stages run in sequence. The lanes of a stage run in parallel, and the steps of a lane in order; a step with `after`
 * waits for steps of another lane. Two lanes use about one core each. A failed step doesn't stop the next ones.
 *
 * The last line is `N passed, N failed`, followed by `, N skipped` if there are any. The exit code is 1 if something
 * failed or a step ran no test. Logs and reports are in `test-results/`.
 */
const stages = [
  [
    [
      check('lint', ['biome', 'check', '.', '--diagnostic-level=error', '--max-diagnostics=50']),
      types('types', 'tsconfig.json'),
      types('types-sw', 'sw'),
      types('types-src', 'src'),
    ],
    [types('types-serve', 'serve'), types('types-tests', 'tests')],
  ],
  [
    [
      { name: 'unit', take: unit },
      { name: 'node', take: () => vitest('node') },
    ],
  ],
  [
    [
      { name: 'browser', take: () => vitest('browser'), needsChromium: true },
      { name: 'engines-render', take: () => engines('engines-render', 'render.config.ts') },
      { name: 'engines', take: () => engines('engines', 'vitest.config.ts'), after: ['build', 'build-serve'] },
    ],
    [
      check('build', ['vite', 'build', '--logLevel', 'warn'], () =>
        rmSync(`${root}dist`, { recursive: true, force: true }),
      ),
      check('build-serve', ['vite', 'build', '-c', 'vite.serve.config.ts', '--logLevel', 'warn']),
      { name: 'size', take: async () => sizeChecks(`${root}dist`) },
      check('build-below', [
        'vite',
        'build',
        '--base',
        lowerBase,
        '--outDir',
        below,
        '--emptyOutDir',
        '--logLevel',
        'warn',
      ]),
      { name: 'formats', take: formats, needsChromium: true },
    ],
    // These tests mostly wait, so they need no core of their own.
    [{ name: 'serve', take: serve, needsChromium: true, after: ['build', 'build-serve'] }],
  ],
  [[{ name: 'e2e', take: e2e, needsChromium: true }]],
];

/** Create a step for a command, which counts as one test and passes if its exit code is 0. */
function check(name, [tool, ...parameters], prepare = () => {}) {
  return {
    name,
    take: async () => {
      prepare();
      const { code, output } = await run(name, bin(tool), parameters);
      const failure = { name: [tool, ...parameters].join(' '), message: output };
      return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [failure] };
    },
  };
}

/** One checker instead of the default of several, which repeat shared work and use a third more CPU time. */
function types(name, project) {
  return check(name, ['tsc', '-p', project, '--checkers', '1']);
}

const vitest = (project) => vitestRun(project, 'tests/vitest.config.ts', ['--project', project]);

/** SpatiaLite is the reference for relations. Without it, its tests are skipped with a message. */
async function unit() {
  const isJudged = await ensureSpatialite();
  const outcome = await vitest('unit');
  return isJudged ? outcome : { ...outcome, notes: [...outcome.notes, 'not installed, so not asked: SpatiaLite'] };
}

/** Independent programs read every image format and run copied programs. Missing ones are skipped with a message. */
async function formats() {
  const missing = [...(await ensureReaders()), ...(await ensureLanguages())];
  const outcome = await vitestRun('formats', 'tests/formats/vitest.config.ts');
  return missing.length > 0
    ? { ...outcome, notes: [...outcome.notes, `not installed, so not asked: ${missing.join(', ')}`] }
    : outcome;
}

/** Independent programs use the built command. Missing ones are skipped with a message. */
async function serve() {
  const missing = await ensureLanguages();
  // Without Java, its example is skipped.
  if (isInstalled('javac') && !existsSync('/usr/share/java/junit4.jar')) await installPackages(['junit4']);
  // Without these, the tests of a cluster and of nginx are skipped.
  const programs = { haproxy: 'haproxy', nginx: 'nginx-light', openssl: 'openssl' };
  const packages = Object.keys(programs).flatMap((name) => (isInstalled(name) ? [] : [programs[name]]));
  if (packages.includes('haproxy')) packages.push('python3-yaml');
  if (!existsSync('/usr/lib/postgresql')) packages.push('postgresql');
  await installPackages(packages);
  const outcome = await vitestRun('serve', 'tests/serve/vitest.config.ts');
  return missing.length > 0
    ? { ...outcome, notes: [...outcome.notes, `not installed, so not asked: ${missing.join(', ')}`] }
    : outcome;
}

let otherEngines;

/** The built app or the render cases in Firefox and WebKit. Missing browsers are skipped with a message. */
async function engines(name, config) {
  otherEngines ??= ensureEngines();
  const missing = await otherEngines;
  if (name === 'engines' && !existsSync(`${root}dist/index.html`))
    await run('build', bin('vite'), ['build', '--logLevel', 'warn']);
  const outcome = await vitestRun(name, `tests/engines/${config}`);
  return missing.length > 0
    ? { ...outcome, notes: [...outcome.notes, `not installed, so not asked: ${missing.join(', ')}`] }
    : outcome;
}

async function vitestRun(name, config, options = []) {
  const report = `${root}test-results/${name}.json`;
  rmSync(report, { force: true });
  const parameters = ['run', '-c', config, ...options, '--reporter=default', '--reporter=json'];
  return vitestOutcome(report, await run(name, bin('vitest'), [...parameters, `--outputFile.json=${report}`]));
}

async function e2e() {
  const report = `${root}test-results/e2e.json`;
  rmSync(report, { force: true });
  const parameters = ['test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=line,json'];
  // The tests use the app that was built in this run.
  const isBuilt = ['build', 'build-below'].every((name) => passedSteps.has(name));
  const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(isBuilt ? { E2E_BUILT: '1' } : {}) };
  return playwrightOutcome(report, await run('e2e', bin('playwright'), parameters, environment));
}

async function main(wanted) {
  const known = stages.flat(2).map(({ name }) => name);
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`No step "${unknown.join('", "')}"; there are ${known.join(', ')}.`);
  mkdirSync(`${root}test-results`, { recursive: true });
  if (!existsSync(`${root}node_modules/.bin`)) throw new Error('The packages are not installed: run "npm ci" first.');

  const total = { passed: 0, failed: 0, skipped: 0 };
  const isWanted = ({ name }) => wanted.length === 0 || wanted.includes(name);
  for (const lanes of stages) {
    /** Functions that report the end of a step, and promises for it. */
    const ends = new Map(
      lanes
        .flat()
        .filter(isWanted)
        .map(({ name }) => [name, withResolvers()]),
    );
    await Promise.all(
      lanes.map(async (lane) => {
        for (const step of lane.filter(isWanted)) {
          await Promise.all((step.after ?? []).map((name) => ends.get(name)?.promise));
          await take(step, total).finally(ends.get(step.name).resolve);
        }
      }),
    );
  }
  process.exitCode = total.failed > 0 ? 1 : 0;
  console.log(counts(total.passed, total.failed, total.skipped));
}

/** Return a promise with its resolve function, because Node 20 has no `Promise.withResolvers`. */
function withResolvers() {
  let resolve;
  const promise = new Promise((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

let chromium;
/** Names of the steps of this run that passed. */
const passedSteps = new Set();

/** Run a step, print its result, and add it to the total. */
async function take(step, total) {
  const startedAt = Date.now();
  let outcome;
  try {
    if (step.needsChromium) {
      chromium ??= ensureChromium();
      await chromium;
    }
    outcome = await step.take();
  } catch (error) {
    outcome = { passed: 0, failures: [{ name: step.name, message: error.stack ?? String(error) }] };
  }
  const { passed, failures, skipped = 0 } = outcome;
  if (passed + failures.length === 0) failures.push({ name: step.name, message: 'The step ran no test.' });
  if (failures.length === 0) passedSteps.add(step.name);
  total.passed += passed;
  total.failed += failures.length;
  total.skipped += skipped;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`${step.name.padEnd(12)} ${seconds.padStart(6)} s  ${counts(passed, failures.length, skipped)}`);
  for (const note of outcome.notes ?? []) console.log(`    ${note}`);
  for (const failure of failures) console.log(failureText(step.name, failure));
}

function counts(passed, failed, skipped) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Format a failure with the start of its message; the log has all of it. */
function failureText(step, { name, message }) {
  const lines = message.trim().split('\n');
  const shown = lines.slice(0, 40).map((line) => `    ${line}`);
  if (lines.length > shown.length)
    shown.push(`    (${lines.length - shown.length} lines more: test-results/${step}.log)`);
  return [`  FAILED ${name}`, ...shown].join('\n');
}

const [first, ...others] = process.argv.slice(2);
// The test runners pass it to their tests.
if (first === 'deep') process.env.VITE_DEEP = '1';
// All steps use the cases of one day (`tests/today.ts`), also past midnight.
else {
  process.env.VITE_DAY ??= String(Math.floor(Date.now() / 86_400_000));
  console.log(`VITE_DAY=${process.env.VITE_DAY} repeats the choice of cases.`);
}
await main(first === 'deep' ? others : process.argv.slice(2)).catch((error) => {
  process.exitCode = 1;
  console.error(error.message);
  console.log(counts(0, 1, 0));
});
