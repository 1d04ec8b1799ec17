import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day, isDeep } from '../../today.ts';
import { findExtension } from './rules.ts';
import { readSources } from './source-file.ts';

const run = promisify(execFile);
const timeoutMs = 600_000;
const areas = ['sw', 'src', 'serve'] as const;

/** List the folders or files of an extension, at most one in each part of the code. */
const listParts = (name: string): string[] =>
  areas.flatMap((area) => {
    const path = `${area}/extensions/${name}`;
    return [path, `${path}.ts`].filter(fs.existsSync);
  });

/** The lists of extensions; the page has a second one for the client. */
const lists = [...areas.map((area) => `${area}/extensions/index.ts`), 'src/extensions/client.ts'];
const names = [...new Set(areas.flatMap((area) => fs.readdirSync(`${area}/extensions`)))]
  .map((entry) => entry.replace('.ts', ''))
  .filter(
    (name, index, all) =>
      !['index', 'client'].includes(name) && all.indexOf(name) === index && listParts(name).length > 0,
  )
  .sort();

let copy: string;
beforeAll(() => {
  copy = fs.mkdtempSync(join(tmpdir(), 'soapstone-removal-'));
  for (const name of [...areas, 'makers', 'tests', 'tsconfig.json', 'package.json']) putBack(name);
  for (const name of fs.readdirSync('.'))
    if (!name.startsWith('.') && !fs.existsSync(join(copy, name))) fs.symlinkSync(resolve(name), join(copy, name));
}, timeoutMs);
afterAll(() => fs.rmSync(copy, { recursive: true, force: true }), timeoutMs);

const putBack = (path: string): void => fs.cpSync(path, join(copy, path), { recursive: true });

/**
 * Run tools on the copy without some extensions: their folders and their rows in the lists are removed.
 *
 * @param tools paths of programs, each with its arguments
 * @returns the output of the tools that fail; empty if all succeed
 */
async function complaintsWithout(removed: readonly string[], tools: readonly (readonly string[])[]): Promise<string[]> {
  const parts = removed.flatMap(listParts);
  for (const part of parts) fs.rmSync(join(copy, part), { recursive: true });
  for (const list of lists) fs.writeFileSync(join(copy, list), withoutRows(fs.readFileSync(list, 'utf8'), removed));
  const messages: string[] = [];
  for (const [tool, ...parameters] of tools)
    await run(process.execPath, [resolve(tool!), ...parameters], { cwd: copy, maxBuffer: 2 ** 28 }).catch(
      (error: { stdout: string; stderr: string }) =>
        messages.push(...(error.stdout + error.stderr).split('\n').filter((line) => line !== '')),
    );
  for (const path of [...parts, ...lists]) putBack(path);
  return messages;
}

/** Return the type checks of projects. One checker each, because several would check shared files repeatedly. */
const listTypes = (projects: readonly string[]) =>
  projects.map((project) => ['node_modules/typescript/bin/tsc', '-p', project, '--checkers', '1']);

function withoutRows(list: string, removed: readonly string[]): string {
  let text = list;
  for (const name of removed) {
    const row = new RegExp(`^import \\{ (.+) \\} from '\\./${name}[./].*\\n`, 'm').exec(text);
    if (row) text = text.replace(row[0], '').replace(new RegExp(`\\b${row[1]}\\b(, )?`), '');
  }
  return text;
}

/** The extensions to remove one by one in this run. Removing all takes minutes, so each day tests another one. */
const alone = isDeep ? names : [names[day % names.length]!];

test('the core fits without its extensions', { timeout: timeoutMs }, async () => {
  expect(names).toEqual(expect.arrayContaining(['apps', 'export', 'print', 'remote', 'share']));
  expect(await complaintsWithout(names, listTypes(areas))).toEqual([]);
});

test.runIf(isDeep)("the core's tests pass without its extensions", { timeout: 3 * timeoutMs }, async () => {
  const tests = coreTests();
  expect(tests.length).toBeGreaterThan(150);
  const parameters = [
    'run',
    '-c',
    'tests/vitest.config.ts',
    '--project',
    'unit',
    '--reporter',
    'dot',
    '--test-timeout',
    '120000',
  ];
  expect(await complaintsWithout(names, [['node_modules/vitest/vitest.mjs', ...parameters, ...tests]])).toEqual([]);
});

/**
 * List the unit tests that import no extension, directly or through helpers. Structure tests are excluded, because they
 * read all code.
 */
function coreTests(): string[] {
  const importsByPath = new Map(['tests', 'makers'].flatMap(readSources).map(({ path, imports }) => [path, imports]));
  const isOfCore = (path: string, above: readonly string[] = []): boolean =>
    findExtension(path) === undefined &&
    (importsByPath.get(path) ?? []).every((target) => above.includes(target) || isOfCore(target, [...above, path]));
  return [...importsByPath.keys()].filter(
    (path) => /^tests\/unit\/(?!structure\/).*(?<!\.browser)\.test\.ts$/.test(path) && isOfCore(path),
  );
}

test.each(alone)('the rest fits without %s', { timeout: timeoutMs }, async (name) => {
  // Checking the page includes the worker modules it uses; the other parts don't import the page.
  const isOfPage = listParts(name).every((part) => part.startsWith('src/'));
  expect(await complaintsWithout([name], listTypes(isOfPage ? ['src'] : areas))).toEqual([]);
});
