import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../free-port.ts';
import { callText, type Engine, parseResult, patiently } from './engine.ts';

export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly screen: string;
}

/**
 * Start WebKit's small browser, driven by WebDriver. It has a separate screen and port, because two test steps may run
 * it at the same time.
 * Its windows are private, so no data remains.
 */
export async function startWebKit({ driver, browser, screen }: WebKitPrograms): Promise<Engine> {
  // The X server chooses a free display number and writes it to its standard output.
  const xvfb = spawn(screen, ['-displayfd', '1', '-screen', '0', '1400x900x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [written] = await once(xvfb.stdout, 'data');
  const port = await freePort();
  const env = {
    ...process.env,
    DISPLAY: `:${String(written).trim()}`,
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
  };
  const started = [xvfb, spawn(driver, [`--port=${port}`], { stdio: 'ignore', env })];
  const address = `http://127.0.0.1:${port}`;
  // biome-ignore lint/suspicious/noExplicitAny: each command answers a shape of its own
  const send = async (method: string, path: string, content?: object): Promise<any> => {
    const body = content === undefined ? {} : { body: JSON.stringify(content) };
    const { value } = await (await fetch(`${address}${path}`, { method, ...body })).json();
    if (value?.error) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  };
  const options = { binary: browser, args: ['--automation'] };
  const capabilities = { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } };
  const { sessionId } = await patiently(() => send('POST', '/session', { capabilities }));
  const session = `/session/${sessionId}`;
  await send('POST', `${session}/timeouts`, { script: 60_000 });
  return {
    async goto(url) {
      await send('POST', `${session}/url`, { url });
    },
    async run(task, ...values) {
      const script = `const done = arguments[arguments.length - 1]; ${callText(task, values)}.then(done);`;
      return parseResult(await send('POST', `${session}/execute/async`, { script, args: [] }));
    },
    screenshot: () => send('GET', `${session}/screenshot`),
    async close() {
      await send('DELETE', session).catch(() => undefined);
      for (const program of started) program.kill();
    },
  };
}
