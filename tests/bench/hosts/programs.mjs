import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { bodyOf, Connection, getRequest } from './load.mjs';

/** Time between two attempts to get the first answer. */
const pollMs = 10;
const maxStartMs = 180_000;
/** A connection may be lost while a command starts. */
const maxAnswerMs = 5000;
const maxStopMs = 20_000;

/**
 * Start a command and ask until it answers.
 *
 * @param {string[]} command a program and its arguments
 * @param {number} port that it listens on
 * @param {string} path for the first answer
 * @param {Record<string, string>} env added to the environment
 */
export async function startProgram([program, ...parameters], port, path, env = {}) {
  const startedAt = performance.now();
  const child = spawn(program, parameters, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors = `${errors}${text}`.slice(-4000);
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    const kill = globalThis.setTimeout(() => {
      console.error(`${parameters.join(' ')}: killed, because it doesn't end.`);
      child.kill('SIGKILL');
    }, maxStopMs);
    await ended;
    clearTimeout(kill);
  };
  const request = getRequest(port, path);
  while (child.exitCode === null && performance.now() - startedAt < maxStartMs) {
    const body = await askOnce(port, request).catch(() => undefined);
    if (body) return { pid: child.pid, port, firstAnswerMs: performance.now() - startedAt, firstAnswer: body, stop };
    await setTimeout(pollMs);
  }
  await stop();
  throw new Error(`${program} ${parameters.join(' ')}: no answer. ${errors}`);
}

async function askOnce(port, request) {
  const connection = await Connection.open(port);
  const timeout = globalThis.setTimeout(() => {
    console.error(`Port ${port}: no answer within ${maxAnswerMs / 1000} s.`);
    connection.fail(new Error('timeout'));
  }, maxAnswerMs);
  try {
    return bodyOf(await connection.ask(request));
  } finally {
    clearTimeout(timeout);
    connection.close();
  }
}

/** Return the anonymous memory of a process and all that it started, in MB. Shared pages count in proportion. */
export function anonymousMb(pid) {
  const ids = [...statsOfTree(pid).keys()];
  const kb = ids.map((id) => Number(/Pss_Anon: +(\d+)/.exec(readStatus(`/proc/${id}/smaps_rollup`))?.[1] ?? 0));
  return { mb: kb.reduce((sum, value) => sum + value, 0) / 1024, processes: ids.length };
}

/** Return the processor time that a process and all that it started have used, in ms. */
export function processorMs(pid) {
  const ticks = [...statsOfTree(pid).values()].map((stat) => Number(stat[11]) + Number(stat[12]));
  return ticks.reduce((sum, value) => sum + value, 0) * msPerTick;
}

const msPerTick = 10;

/** Return the fields of `/proc/<id>/stat` after the name, of a process and all that it started. */
function statsOfTree(pid) {
  const stats = new Map();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) && readStatus(`/proc/${name}/stat`);
    // The name of the program, in parentheses, may contain spaces.
    if (stat) stats.set(Number(name), stat.slice(stat.lastIndexOf(')') + 2).split(' '));
  }
  const isInTree = (id) => id === pid || (stats.has(id) && isInTree(Number(stats.get(id)[1])));
  return new Map([...stats].filter(([id]) => isInTree(id)));
}

/** Return a file of a process; empty if the process has ended. */
function readStatus(path) {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
