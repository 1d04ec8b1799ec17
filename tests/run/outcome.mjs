import { existsSync, readFileSync } from 'node:fs';

/**
 * Read the results of a Vitest run. A file that couldn't be loaded counts as one failure, like an error outside any
 * test. A test that passed on retry counts as passed, with a note.
 *
 * @returns {{ passed: number, skipped: number, failures: { name: string, message: string }[], notes?: string[] }}
 */
export function vitestOutcome(report, { code, output }) {
  if (!existsSync(report)) return noReport('vitest', code, output);
  const { testResults, numPassedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'));
  const failures = [];
  const notes = [];
  for (const file of testResults) {
    for (const { status, fullName, failureMessages } of file.assertionResults)
      if (status === 'passed' && failureMessages.length > 0)
        notes.push(`passed only when repeated: ${shortName(file.name)}: ${fullName}`);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of failed) {
      failures.push({ name: `${shortName(file.name)}: ${fullName}`, message: failureMessages.join('\n') });
    }
    if (file.status === 'failed' && failed.length === 0)
      failures.push({ name: shortName(file.name), message: file.message });
  }
  if (code !== 0 && failures.length === 0) failures.push({ name: `vitest, exit code ${code}`, message: output });
  return { passed: numPassedTests, skipped: numPendingTests + numTodoTests, failures, notes };
}

/** Read the results of a Playwright run; a test that passed on retry counts as passed, with a note. */
export function playwrightOutcome(report, { code, output }) {
  if (!existsSync(report)) return noReport('playwright', code, output);
  const { stats, suites, errors } = JSON.parse(readFileSync(report, 'utf8'));
  const failures = errors.map(({ message }) => ({ name: 'playwright', message: message ?? '' }));
  const notes = [];
  for (const { spec, titles } of specsOf(suites)) {
    for (const test of spec.tests) {
      const name = [...titles, spec.title].join(' › ');
      const messages = test.results.flatMap((result) => result.errors.map((error) => error.message ?? ''));
      if (test.status === 'unexpected') failures.push({ name, message: messages.join('\n') });
      if (test.status === 'flaky') notes.push(`passed only when repeated: ${name}`);
    }
  }
  if (code !== 0 && failures.length === 0) failures.push({ name: `playwright, exit code ${code}`, message: output });
  return { passed: stats.expected + stats.flaky, skipped: stats.skipped, failures, notes };
}

function specsOf(suites, above = []) {
  return suites.flatMap((suite) => {
    const titles = [...above, suite.title];
    const own = (suite.specs ?? []).map((spec) => ({ spec, titles }));
    return [...own, ...specsOf(suite.suites ?? [], titles)];
  });
}

function noReport(tool, code, output) {
  return {
    passed: 0,
    skipped: 0,
    failures: [{ name: `${tool}, exit code ${code}, no report`, message: output }],
    notes: [],
  };
}

const shortName = (path) => path.slice(Math.max(0, path.lastIndexOf('/tests/') + 1));
