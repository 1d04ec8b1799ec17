import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { endWithProcess, signalGroup } from './leftovers.ts';

/** A browser without a window, with one page in it. */
export interface Browser {
  /** Run a function of the page's global `soapstone` and give its result, which must be JSON. @throws {Error} as the function */
  call<T>(name: string, ...values: unknown[]): Promise<T>;
  /** As `call`, with files of this machine as the first argument, as a person chooses them. */
  callWithFiles<T>(name: string, paths: readonly string[], ...values: unknown[]): Promise<T>;
  close(): Promise<void>;
}

interface BrowserOptions {
  readonly program: string;
  /** Folder of the browser's data, which is made. */
  readonly profile: string;
  readonly address: string;
  /** Sent with each request for the address. */
  readonly cookie: { readonly name: string; readonly value: string };
  /** Called once when the browser or its page has gone without `close`. */
  readonly onGone: (reason: string) => void;
}

/** Nothing calls home, nothing is slowed down for being hidden. */
const switches = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-sync',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
];
const closeMs = 5000;
/** The sandbox needs another user than root, whom containers mostly have. */
export const isUnboxed = process.getuid?.() === 0;

/** Make a folder for the data of one run. */
export const temporaryProfile = (): string => mkdtempSync(join(tmpdir(), 'soapstone-'));

/** @throws {Error} when the browser does not start */
export async function startBrowser(options: BrowserOptions): Promise<Browser> {
  const { program, profile, address, cookie, onGone } = options;
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  const child = spawn(
    program,
    [...switches, ...(isUnboxed ? ['--no-sandbox'] : []), `--user-data-dir=${profile}`, 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      // Ctrl+C in the terminal is for the program, which closes the browser itself.
      detached: process.platform !== 'win32',
    },
  );
  const isEnded = endWithProcess(() => signalGroup(child, 'SIGKILL'));
  const last: string[] = [];
  child.stderr!.on('data', (text: Buffer) => {
    last.push(text.toString());
    if (last.length > 20) last.shift();
  });
  let isClosing = false;
  let isGone = false;
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      isGone = true;
      isEnded();
      resolve();
    };
    child.once('exit', end);
    child.once('error', (error) => {
      last.push(error.message);
      end();
    });
  });
  const goneOnce = (reason: string) => {
    if (isClosing) return;
    isClosing = true;
    signalGroup(child, 'SIGKILL');
    void exited.then(() => onGone(reason));
  };
  const devtools = devtoolsOver(child.stdio[3] as Writable, child.stdio[4] as Readable);
  let page: string;
  try {
    page = await openPage(devtools, address, cookie);
  } catch (error) {
    isClosing = true;
    signalGroup(child, 'SIGKILL');
    await exited;
    throw new Error(
      `${program} did not start: ${(error as Error).message} ${last.join('').trim().slice(-1000)}`.trim(),
    );
  }
  void exited.then(() => goneOnce('The browser has ended.'));
  devtools.on('Target.targetCrashed', () => goneOnce('The page has crashed.'));

  /** @throws {Error} with the message of what the function threw */
  async function run<T>(method: string, parameters: object): Promise<T> {
    const { result, exceptionDetails } = await devtools.send<Evaluated>(method, parameters, page);
    if (exceptionDetails) throw new Error(messageOf(exceptionDetails));
    return result.value as T;
  }

  return {
    call: (name, ...values) =>
      run('Runtime.evaluate', {
        expression: `soapstone[${JSON.stringify(name)}](...${JSON.stringify(values)})`,
        awaitPromise: true,
        returnByValue: true,
      }),
    async callWithFiles(name, paths, ...values) {
      const { result } = await devtools.send<Evaluated>(
        'Runtime.evaluate',
        { expression: 'Object.assign(document.createElement("input"), { type: "file", multiple: true })' },
        page,
      );
      const objectId = result.objectId!;
      await devtools.send('DOM.setFileInputFiles', { files: paths, objectId }, page);
      return run('Runtime.callFunctionOn', {
        objectId,
        functionDeclaration: `function (...values) { return soapstone[${JSON.stringify(name)}]([...this.files], ...values); }`,
        arguments: values.map((value) => ({ value })),
        awaitPromise: true,
        returnByValue: true,
      });
    },
    async close() {
      isClosing = true;
      if (!isGone) await devtools.send('Browser.close').catch(() => undefined);
      const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), closeMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

interface Evaluated {
  readonly result: { readonly value?: unknown; readonly objectId?: string };
  readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
}

const messageOf = ({ text, exception }: NonNullable<Evaluated['exceptionDetails']>): string =>
  (exception?.description ?? text).split('\n    at ')[0]!.replace(/^\w*(Error|Fault): /, '');

async function openPage(devtools: Devtools, url: string, cookie: BrowserOptions['cookie']): Promise<string> {
  await devtools.send('Storage.setCookies', {
    cookies: [{ ...cookie, url, httpOnly: true, sameSite: 'Strict' }],
  });
  const { targetId } = await devtools.send<{ targetId: string }>('Target.createTarget', { url });
  const attached = { targetId, flatten: true };
  const { sessionId } = await devtools.send<{ sessionId: string }>('Target.attachToTarget', attached);
  await devtools.send('Target.setDiscoverTargets', { discover: true });
  return sessionId;
}

/** Remove a folder of a browser that has ended; its last process may still write. */
export const removeProfile = (profile: string): void =>
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });

/** A conversation with a browser in the DevTools protocol. */
interface Devtools {
  /** @param session of a page; undefined for the browser itself @throws {Error} what the browser objected to, or that it has gone */
  send<T = unknown>(method: string, parameters?: object, session?: string): Promise<T>;
  on(event: string, heard: (parameters: unknown) => void): void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Talk through the pipes that `--remote-debugging-pipe` opens: JSON, with a zero byte after each message. */
export function devtoolsOver(input: Writable, output: Readable): Devtools {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const listeners = new Map<string, ((parameters: unknown) => void)[]>();
  let lastId = 0;
  let isGone = false;
  const pieces: Buffer[] = [];

  output.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let to = chunk.indexOf(0); to >= 0; to = chunk.indexOf(0, from)) {
      pieces.push(chunk.subarray(from, to));
      hear(JSON.parse(Buffer.concat(pieces).toString()) as Message);
      pieces.length = 0;
      from = to + 1;
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
  });
  output.on('close', () => {
    isGone = true;
    for (const { reject } of waiting.values()) reject(new Error('The browser has gone.'));
    waiting.clear();
  });
  // What is written to a browser that has ended.
  input.on('error', () => {});

  function hear({ id, method, params, result, error }: Message): void {
    if (method) for (const heard of listeners.get(method) ?? []) heard(params);
    const caller = id === undefined ? undefined : waiting.get(id);
    if (!caller) return;
    waiting.delete(id!);
    if (error) caller.reject(new Error(error.message));
    else caller.resolve(result);
  }

  return {
    send<T>(method: string, parameters: object = {}, session?: string) {
      if (isGone) return Promise.reject(new Error('The browser has gone.'));
      const id = ++lastId;
      input.write(
        `${JSON.stringify({ id, method, params: parameters, ...(session ? { sessionId: session } : {}) })}\0`,
      );
      return new Promise<T>((resolve, reject) =>
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject }),
      );
    },
    on(event, heard) {
      listeners.set(event, [...(listeners.get(event) ?? []), heard]);
    },
  };
}
