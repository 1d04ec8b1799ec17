import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { callText, type Engine, parseResult } from './engine.ts';

/** Start Firefox with an empty profile, driven by its WebDriver BiDi. */
export async function startFirefox(program: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'soapstone-firefox-'));
  const browser = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
  });
  const address = await new Promise<string>((resolve, reject) => {
    let message = '';
    browser.stderr.on('data', (chunk) => {
      message += chunk;
      const match = /listening on (ws:\S+)/.exec(message);
      if (match) resolve(match[1]!);
    });
    browser.on('exit', (code) => reject(new Error(`Firefox ended with ${code}: ${message.slice(-500)}`)));
  });
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on('message', (data) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let last = 0;
  // biome-ignore lint/suspicious/noExplicitAny: each method answers a shape of its own
  const send = async (method: string, params: object): Promise<any> => {
    const id = ++last;
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result;
  };
  await send('session.new', { capabilities: {} });
  const { contexts } = await send('browsingContext.getTree', {});
  const context: string = contexts[0].context;
  await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } });
  return {
    async goto(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async run(task, ...values) {
      const expression = callText(task, values);
      const { result } = await send('script.evaluate', { expression, awaitPromise: true, target: { context } });
      return parseResult(result.value);
    },
    screenshot: async () => (await send('browsingContext.captureScreenshot', { context })).data,
    async close() {
      await send('browser.close', {}).catch(() => undefined);
      socket.close();
      browser.kill();
      if (browser.exitCode === null) await new Promise((resolve) => browser.on('exit', resolve));
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

interface Answer {
  readonly id: number;
  readonly type: 'success' | 'error';
  readonly result: unknown;
  readonly message?: string;
}
