import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { WebSocketServer } from 'ws';
import { chromiumSwitches } from '../chromium.mjs';

/**
 * Open a bench page in a Chromium without DevTools, like a user's. An attached DevTools adds 3 to 5 ms to each call.
 * The page reports its milliseconds over a WebSocket.
 *
 * @param {(port: number) => string} addressOf the page's address, with the port of the WebSocket
 * @returns when the page is ready: functions that measure a task and close the browser
 */
export async function openPlainPage(addressOf) {
  const listener = new WebSocketServer({ port: 0, host: 'localhost' });
  await once(listener, 'listening');
  const profile = mkdtempSync(join(tmpdir(), 'bench-'));
  const program = process.env.CHROMIUM_PATH ?? chromium.executablePath();
  const switches = [...chromiumSwitches, '--headless', `--user-data-dir=${profile}`];
  const browser = spawn(program, [...switches, addressOf(listener.address().port)], { stdio: 'ignore' });
  const stop = async () => {
    browser.kill();
    if (browser.exitCode === null) await once(browser, 'exit');
    listener.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  const ended = once(browser, 'exit').then(([code]) => {
    throw new Error(`${program}: expected a page, but it ended with code ${code}`);
  });
  // Only callers that wait for the page get the error.
  ended.catch(() => {});
  const [socket] = await Promise.race([once(listener, 'connection'), ended]);
  const answer = async () => {
    const [message] = await Promise.race([once(socket, 'message'), ended]);
    const { ms, error } = JSON.parse(message);
    if (error) throw new Error(error);
    return ms;
  };
  const msOf = async (work) => {
    const measured = answer();
    socket.send(JSON.stringify(work));
    return measured;
  };
  await answer();
  return { msOf, stop };
}
