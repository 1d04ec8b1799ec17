import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';
import { bin, root } from '../run/run-command.mjs';

const runs = 200;
/** Milliseconds that the relay may add to a small request. */
const budgetMs = 4;

const largeRuns = 7;
const largeBytes = 60 * 1024 * 1024;
/** Minimum speed of the relay for a large body, in bytes per second. */
const leastPerSecond = 100e6;

/**
 * Measure the relay's cost: the same small request, and the same large bodies up and down, fetched by the page and by a
 * program in turn. The app is the one in `dist`.
 *
 * @param {import('playwright').Browser} browser
 */
export async function relayTimes(browser) {
  execFileSync(bin('vite'), ['build', '-c', 'vite.serve.config.ts', '--logLevel', 'error'], { cwd: root });
  const child = spawn(process.execPath, [`${root}bin/soapstone.js`, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const context = await browser.newContext();
  try {
    const [line] = await new Promise((resolve) =>
      createInterface(child.stdout).once('line', (...lines) => resolve(lines)),
    );
    const origin = /http\S+/.exec(line)[0];
    const page = await context.newPage();
    await page.goto(`${origin}?page=settings`);
    await page.getByText('This tab answers programs.').waitFor({ timeout: 60_000 });
    const small = await inTurns(page, timedFetch, { url: `${origin}services?f=json` }, runs);
    const upload = { url: `${origin}services/Nowhere/MapServer`, bytes: largeBytes };
    const up = await inTurns(page, timedUpload, upload, largeRuns);
    const download = { url: await page.evaluate(storeLarge, { origin, bytes: largeBytes }), bytes: largeBytes };
    const down = await inTurns(page, timedDownload, download, largeRuns);
    const socketMs = await bareSocketMs(await context.newPage());
    return [
      {
        name: 'small request of a program, through the relay',
        ...small,
        note: `adds ${(small.ms - small.againstMs).toFixed(1)} of at most ${budgetMs} ms`,
      },
      { name: '60 MiB from a program, through the relay', ...up, note: rate(up) },
      { name: '60 MiB to a program, through the relay', ...down, note: rate(down) },
      {
        name: '60 MiB to a program, through the relay',
        ms: down.ms,
        against: 'bare WebSocket of a page',
        againstMs: socketMs,
        note: `the socket alone has ${rate({ ms: socketMs })}`,
      },
    ];
  } finally {
    await context.close();
    child.kill('SIGINT');
  }
}

/** Run a measurement in the page and as a program in turn, after one warm-up. */
async function inTurns(page, timed, given, count) {
  const inPage = [];
  const relayed = [];
  for (let run = 0; run <= count; run++) {
    inPage.push(await page.evaluate(timed, given));
    relayed.push(await timed(given));
  }
  return { ms: median(relayed.slice(1)), against: 'fetch in the page', againstMs: median(inPage.slice(1)) };
}

/**
 * Measure the relay's lower bound: a large body from a page to a program over a WebSocket, in frames of the relay's
 * size.
 */
async function bareSocketMs(page) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', (socket) => {
    let left = largeBytes;
    socket.on('message', (frame) => {
      left -= frame.length;
      if (left <= 0) socket.send('all');
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const times = [];
    for (let run = 0; run <= largeRuns; run++)
      times.push(await page.evaluate(timedSocket, { port: server.address().port, bytes: largeBytes }));
    return median(times.slice(1));
  } finally {
    server.close();
  }
}

const rate = ({ ms }) => `${(largeBytes / 1e3 / ms).toFixed(0)} of at least ${leastPerSecond / 1e6} MB/s`;

/* These functions also run in the page, so they may not use anything defined outside. They return milliseconds. */

async function timedFetch({ url }) {
  const startedAt = performance.now();
  await (await fetch(url)).text();
  return performance.now() - startedAt;
}

/** Send a message to a service that doesn't exist: the page gets all of it, and doesn't parse it. */
async function timedUpload({ url, bytes }) {
  const body = new Uint8Array(bytes);
  const startedAt = performance.now();
  const { status } = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'text/xml' } });
  if (status !== 500) throw new Error(`expected status 500, found ${status}`);
  return performance.now() - startedAt;
}

async function timedDownload({ url, bytes }) {
  const startedAt = performance.now();
  const { byteLength } = await (await fetch(url)).arrayBuffer();
  if (byteLength !== bytes) throw new Error(`expected ${bytes} bytes, found ${byteLength}`);
  return performance.now() - startedAt;
}

async function timedSocket({ port, bytes }) {
  const frameBytes = 256 * 1024;
  const mostWaitingBytes = 8 * 1024 * 1024;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  const startedAt = performance.now();
  const all = new Promise((resolve) => {
    socket.onmessage = resolve;
  });
  for (let sent = 0; sent < bytes; sent += frameBytes) {
    socket.send(new Uint8Array(frameBytes));
    while (socket.bufferedAmount > mostWaitingBytes) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await all;
  socket.close();
  return performance.now() - startedAt;
}

/** Store a file as an item of the portal. Runs in the page. @returns its address, with a token */
async function storeLarge({ origin, bytes }) {
  const { sessions } = await (await fetch(`${origin}session`, { method: 'POST' })).json();
  const { token } = sessions[0];
  const body = new FormData();
  body.set('title', 'Bench');
  body.set('file', new File([new Uint8Array(bytes)], 'bench.bin'));
  const headers = { authorization: `Bearer ${token}` };
  const address = `${origin}portals/self/items`;
  const { id, error } = await (await fetch(`${address}/addItem?f=json`, { method: 'POST', body, headers })).json();
  if (!id) throw new Error(`expected an item, found ${JSON.stringify(error)}`);
  return `${address}/${id}/data?f=json&token=${token}`;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
