import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Folder of the project, with a slash at the end. */
export const root = new URL('../..', import.meta.url).pathname;

/** Return the path of a program in the npm packages. */
export const bin = (name) => `${root}node_modules/.bin/${name}`;

/** Longer than any step takes on a slow machine, so that a hanging browser doesn't block the whole run. */
const limitMs = () => (process.env.VITE_DEEP ? 120 : 20) * 60_000;

/**
 * Run a program in the project's folder without input, and return its exit code and output (also in
 * `test-results/<name>.log`). After the limit, it is killed with its children; the code is then 124.
 */
export function run(name, program, parameters, environment = {}) {
  return new Promise((resolve) => {
    const log = createWriteStream(`${root}test-results/${name}.log`);
    const child = spawn(program, parameters, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    const hear = (chunk) => {
      const text = stripVTControlCharacters(chunk.toString());
      output += text;
      log.write(text);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const end = () => endGroup(child.pid);
    const timer = setTimeout(() => {
      hear(`\nStopped after ${limitMs() / 60_000} minutes.\n`);
      end();
    }, limitMs());
    process.once('exit', end);
    const settle = (code) => {
      clearTimeout(timer);
      process.off('exit', end);
      log.end();
      resolve({ code, output });
    };
    child.on('error', (error) => {
      hear(`${program}: ${error.message}\n`);
      settle(127);
    });
    child.on('close', (code) => settle(code ?? 124));
  });
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
