import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { missingPrograms, startMapServerOverHttp, writeMapServerFiles } from '../rivals/mapserver.mjs';
import { rivalFiles } from '../rivals/rival-files.mjs';
import { heightPx, mapWorkloads, widthPx } from '../rivals/rival-times.mjs';
import { bodyOf, Connection, getRequest, measureRate, soapRequest } from './load.mjs';
import { findFreePort } from './ports.mjs';
import { anonymousMb, processorMs, startProgram } from './programs.mjs';

const root = new URL('../../..', import.meta.url).pathname;

const querySmall = (service, where) =>
  encodeURI(`/rest/services/${service}/MapServer/0/query?where=${where}&outFields=NAME&returnGeometry=false&f=json`);
/** Small requests, with a few rows of the demo, and with one country. */
const demoQuery = querySmall('World', 'POPULATION>12000000');
const countryQuery = querySmall('countries', "NAME='Germany'");

/**
 * Measure `soapstone serve` compared with the command that drove a Chromium, and with MapServer over HTTP, in turns.
 *
 * @param {string[]} parameters
 *   `--baseline DIR`: a built clone of commit 638e3a10; what is compared with it is skipped without it
 *   `--only start,memory,small,images,workers,postgres`: some parts
 *   `--quick`: short runs, to try the bench
 *   `--keep-build`: use the build as it is
 */
export async function measureHosts(parameters) {
  const { values } = parseArgs({
    args: parameters,
    options: {
      baseline: { type: 'string' },
      only: { type: 'string', default: Object.keys(parts).join() },
      quick: { type: 'boolean', default: false },
      'keep-build': { type: 'boolean', default: false },
    },
  });
  const names = values.only.split(',');
  for (const name of names)
    if (!parts[name]) throw new Error(`--only: expected ${Object.keys(parts).join(', ')}, found "${name}".`);
  if (!values['keep-build']) execFileSync('npm', ['run', 'build'], { cwd: root, stdio: 'ignore' });
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-bench-'));
  const bench = new Bench(folder, values.baseline, values.quick);
  try {
    for (const name of names) {
      const startedAt = performance.now();
      await parts[name](bench);
      console.error(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
    }
  } finally {
    await bench.stopAll();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  printTable(bench.rows);
}

/** What the parts of a run share: programs that are running, files, folders of data, and the rows of the table. */
class Bench {
  rows = [];
  #running = new Set();
  #folders = new Map();
  #files;

  constructor(folder, baseline, isQuick) {
    this.folder = folder;
    this.baseline = baseline;
    /** Number of rounds, and milliseconds of a measurement of rates. */
    this.rounds = isQuick ? 1 : 5;
    this.rateMs = isQuick ? 1000 : 4000;
    /** Code is compiled after it has run for a while. */
    this.warmUpMs = isQuick ? 1000 : 3000;
    this.imageRuns = isQuick ? 3 : 15;
  }

  /** GeoJSON by name. */
  get files() {
    this.#files ??= rivalFiles();
    return this.#files;
  }

  /** @param {'node' | 'baseline'} host */
  command(host, parameters) {
    const program = host === 'node' ? root : `${this.baseline}/`;
    return [process.execPath, `${program}bin/soapstone.js`, 'serve', ...parameters];
  }

  /** Start a command of a host until `path` is answered. @param {string[]} parameters without the port */
  async start(host, parameters, path, port) {
    port ??= await findFreePort();
    return this.run(this.command(host, [...parameters, '--port', `${port}`]), port, path);
  }

  async run(command, port, path) {
    return this.#track(await startProgram(command, port, path));
  }

  async startMapServer(mapServer, processCount) {
    return this.#track(await startMapServerOverHttp(mapServer.folder, processCount, mapServer.env));
  }

  #track(program) {
    const tracked = {
      ...program,
      stop: () => {
        this.#running.delete(tracked);
        return program.stop();
      },
    };
    this.#running.add(tracked);
    return tracked;
  }

  async stopAll() {
    for (const program of [...this.#running]) await program.stop();
  }

  /**
   * Return a folder of a host's data in which services were published, and the port that it was made with, because the
   * data of a browser belongs to its port.
   *
   * @param {string[]} names of files
   */
  async dataWith(host, names, parameters = []) {
    const key = `${host}-${names.join('-')}${parameters.length > 0 ? '-more' : ''}`;
    if (!this.#folders.has(key)) {
      const data = parameters.length > 0 ? parameters : ['--data', join(this.folder, key)];
      const port = await findFreePort();
      const files = names.map((name) => join(this.folder, `${name}.geojson`));
      mkdirSync(this.folder, { recursive: true });
      for (const [index, name] of names.entries())
        if (!existsSync(files[index])) writeFileSync(files[index], this.files.get(`${name}.geojson`));
      const server = await this.start(
        host,
        [...files, ...data],
        `/rest/services/${names.at(-1)}/MapServer?f=json`,
        port,
      );
      await server.stop();
      this.#folders.set(key, { data, port });
    }
    return this.#folders.get(key);
  }

  async startWith(host, names, path, parameters) {
    const { data, port } = await this.dataWith(host, names, parameters);
    return this.start(host, data, path, port);
  }

  /**
   * Add a row.
   *
   * @param {number} value of this version
   * @param {number | undefined} against value of the program that it is compared with
   * @param {{ most?: number, least?: number }} aim limit of the ratio
   */
  add(name, value, unit, againstName, against, aim = {}, note = '') {
    const ratio = against === undefined ? undefined : value / against;
    this.rows.push({ name, value, unit, againstName, against, ratio, aim, note });
    console.error(
      `${name}: ${format(value)} ${unit}${againstName ? `, ${againstName} ${format(against)}, ratio ${format(ratio)}` : ''}${note && `, ${note}`}`,
    );
  }
}

/** Hosts that are compared: the second only if there is one. */
const hostsOf = (bench) => (bench.baseline ? ['node', 'baseline'] : ['node']);

const previous = 'Chromium driven';

const parts = {
  /** Time from starting the command to the first answer. */
  async start(bench) {
    const times = { new: { node: [], baseline: [] }, existing: { node: [], baseline: [] } };
    for (let round = 0; round < bench.rounds; round++) {
      for (const host of hostsOf(bench)) {
        const created = await bench.start(host, [], demoQuery);
        await created.stop();
        const opened = await bench.startWith(host, ['countries'], countryQuery);
        await opened.stop();
        times.new[host].push(created.firstAnswerMs);
        times.existing[host].push(opened.firstAnswerMs);
      }
    }
    const row = (name, { node, baseline }, most) =>
      bench.add(name, median(node), 'ms', previous, median(baseline), { most });
    row('first answer, existing folder', times.existing, 0.2);
    row('first answer, new folder with the demo', times.new, 0.4);
  },

  /** Memory after a few requests, and after many. */
  async memory(bench) {
    const sizes = {};
    const note = (name, host, { mb }) => {
      sizes[name] ??= { node: [], baseline: [] };
      sizes[name][host].push(mb);
    };
    for (let round = 0; round < Math.min(3, bench.rounds); round++) {
      for (const host of hostsOf(bench)) {
        const created = await bench.start(host, [], demoQuery);
        await useALittle(created.port, demoQuery, 'World');
        note('memory, new folder with the demo', host, anonymousMb(created.pid));
        await created.stop();
        const opened = await bench.startWith(host, ['countries'], countryQuery);
        await useALittle(opened.port, countryQuery, 'countries');
        const { mb, processes } = anonymousMb(opened.pid);
        note('memory, existing folder', host, { mb });
        console.error(`${host}: ${processes} processes`);
        const requests = [getRequest(opened.port, countryQuery), getRequest(opened.port, plainImage('countries'))];
        await measureRate([{ port: opened.port, requests }], 16, bench.rateMs);
        await setTimeout(2000);
        note('memory, after many requests', host, anonymousMb(opened.pid));
        await opened.stop();
      }
    }
    for (const [name, { node, baseline }] of Object.entries(sizes))
      bench.add(name, median(node), 'MB', previous, median(baseline), { most: 0.5 });
  },

  /** Small requests, one after the other and 16 at a time. */
  async small(bench) {
    const servers = await inOrder(hostsOf(bench), async (host) => {
      const { pid, port } = await bench.startWith(host, ['countries'], countryQuery);
      return [{ pid, port, requests: [getRequest(port, countryQuery)] }];
    });
    await compareRates(bench, 'small request, 1 at a time', previous, servers, 1);
    await compareRates(bench, 'small request, 16 at a time', previous, servers, 16, 3);
    await bench.stopAll();
  },

  /** Each of the map images, one after the other. */
  async images(bench) {
    const mapServer = mapServerFiles(bench);
    if (!mapServer) return;
    const services = [...bench.files.keys()].map((name) => name.replace('.geojson', ''));
    const { port } = await bench.startWith('node', services, countryQuery);
    const rival = await bench.startMapServer(mapServer, 1);
    const { imageEnvelope } = (await runnerImport(`${root}tests/bench/hosts/image-requests.ts`)).module;
    const logs = { soap: [], rest: [], rival: [] };
    for (const { service, view, extent } of mapWorkloads) {
      const envelope = await imageEnvelope(`http://localhost:${port}/`, service, extent);
      const times = await inTurn(bench.imageRuns, [
        { port, request: soapRequest(port, `/services/${service}/MapServer`, envelope), check: checkSoapImage },
        { port, request: getRequest(port, plainImage(service, extent)), check: checkPng },
        { port: rival.port, request: getRequest(rival.port, mapServer.path(service, extent)), check: checkPng },
      ]);
      const [soap, rest, theirs] = times;
      for (const [index, name] of ['soap', 'rest', 'rival'].entries()) logs[name].push(Math.log(times[index]));
      bench.add(`${service}, ${view}`, soap, 'ms', 'MapServer', theirs);
      console.error(`  by REST ${format(rest)} ms`);
    }
    const mean = (values) => Math.exp(values.reduce((sum, value) => sum + value, 0) / values.length);
    const row = (name, values, aim) =>
      bench.add(
        `geometric mean of these ${values.length}, by ${name}`,
        mean(values),
        'ms',
        'MapServer',
        mean(logs.rival),
        aim,
      );
    row('SOAP', logs.soap, { most: 0.4 });
    row('REST', logs.rest, { most: 0.4 });
    await bench.stopAll();
  },

  /** Small requests over PostgreSQL, which is asked each time whether anything has changed. */
  async postgres(bench) {
    const { hasPostgres, PostgresServer } = (await runnerImport(`${root}tests/unit/serve/store/postgres-server.ts`))
      .module;
    if (!hasPostgres) return;
    const database = new PostgresServer();
    try {
      await database.start();
      const servers = await inOrder(hostsOf(bench), async (host) => {
        const data = host === 'node' ? ['--database', await database.createDatabase()] : [];
        const { pid, port } = await bench.startWith(host, ['countries'], countryQuery, data);
        return [{ pid, port, requests: [getRequest(port, countryQuery)] }];
      });
      await compareRates(bench, 'small request over PostgreSQL, 16 at a time', previous, servers, 16, 2.5);
      await bench.stopAll();
    } finally {
      await database.end();
    }
  },

  /** Images four at a time: two processes compared with one, and with two of MapServer. */
  async workers(bench) {
    const { data, port } = await bench.dataWith('node', ['countries']);
    const [one, two] = [
      await bench.start('node', data, countryQuery, port),
      await bench.start('node', data, countryQuery),
    ];
    const images = ({ pid, port }) => ({ pid, port, requests: [getRequest(port, plainImage('countries'))] });
    const [pair, single] = [[images(one), images(two)], [images(one)]];
    await compareRates(bench, 'images by two processes, 4 at a time', 'one process', [pair, single], 4, 1.5);
    const mapServer = mapServerFiles(bench);
    if (mapServer) {
      const { pid, port } = await bench.startMapServer(mapServer, 2);
      const theirs = [{ pid, port, requests: [getRequest(port, mapServer.path('countries', world))] }];
      await compareRates(bench, 'images by two processes, 4 at a time', 'MapServer, two', [pair, theirs], 4, 1.5);
    }
    await bench.stopAll();
  },
};

/**
 * Measure rates in turns and add a row with the medians.
 *
 * @param {{ pid: number, port: number, requests: Buffer[] }[][]} sides servers of this version, and of what it is
 *   compared with
 */
async function compareRates(bench, name, againstName, sides, concurrency, least) {
  const rates = sides.map(() => []);
  const costs = sides.map(() => []);
  for (const servers of sides) await measureRate(servers, concurrency, bench.warmUpMs);
  for (let round = 0; round < bench.rounds; round++)
    for (const [index, servers] of sides.entries()) {
      const usedMs = () => servers.reduce((sum, { pid }) => sum + processorMs(pid), 0);
      const before = usedMs();
      const { rate, count } = await measureRate(servers, concurrency, bench.rateMs);
      rates[index].push(rate);
      costs[index].push((usedMs() - before) / count);
    }
  const [value, against] = rates.map(median);
  const note = `${costs.map((values) => format(median(values))).join(' and ')} ms of the processors per answer`;
  bench.add(name, value, '/s', against === undefined ? undefined : againstName, against, { least }, note);
}

/** Send requests over a connection each, in turns. @returns medians in ms */
async function inTurn(runs, works) {
  const times = works.map(() => []);
  const connections = await Promise.all(works.map(({ port }) => Connection.open(port)));
  for (let run = -2; run < runs; run++)
    for (const [index, { request, check }] of works.entries()) {
      const startedAt = performance.now();
      const answer = await connections[index].ask(request);
      const ms = performance.now() - startedAt;
      check(bodyOf(answer));
      if (run >= 0) times[index].push(ms);
    }
  for (const connection of connections) connection.close();
  return times.map(median);
}

function checkPng(body) {
  if (body.readUInt32BE(0) !== 0x89504e47) throw new Error(`Expected a PNG, found ${body.toString('latin1', 0, 300)}`);
}

function checkSoapImage(body) {
  if (!body.latin1Slice(0, 4000).includes('iVBOR'))
    throw new Error(`Expected an image, found ${body.toString('latin1', 0, 600)}`);
}

const world = [-180, -90, 180, 90];
const [fill, outline, dot] = [
  [226, 218, 196, 255],
  [120, 110, 90, 255],
  [180, 60, 40, 255],
];
const lineSymbol = { type: 'esriSLS', style: 'esriSLSSolid', color: outline, width: 0.5 };
const areaSymbol = { type: 'esriSFS', style: 'esriSFSSolid', color: fill, outline: lineSymbol };
const dotSymbol = { type: 'esriSMS', style: 'esriSMSCircle', color: dot, size: 3.5 };
const symbols = { cities: dotSymbol, coast: lineSymbol, lines: lineSymbol };

/** Return the path of an image by REST, with the service's own symbols and labels. */
const ownImage = (service, extent = world) =>
  `/rest/services/${service}/MapServer/export?bbox=${extent}&bboxSR=4326&imageSR=4326&size=${widthPx},${heightPx}&format=png24&transparent=false&f=image`;

/** Return the path of an image by REST, with the symbols that MapServer draws. */
function plainImage(service, extent) {
  const symbol = symbols[service] ?? areaSymbol;
  const layer = {
    id: 0,
    source: { type: 'mapLayer', mapLayerId: 0 },
    drawingInfo: { renderer: { type: 'simple', symbol }, showLabels: false },
  };
  return encodeURI(`${ownImage(service, extent)}&dynamicLayers=${JSON.stringify([layer])}`);
}

let mapServerMade;

/** Write the files of MapServer once. @returns undefined, after a message, if a program isn't installed */
function mapServerFiles(bench) {
  const missing = missingPrograms('lighttpd');
  if (missing.length > 0) {
    console.error(`Not installed, so not measured: ${missing.join(', ')}`);
    return undefined;
  }
  const folder = join(bench.folder, 'mapserver');
  mapServerMade ??= writeMapServerFiles(folder, bench.files);
  const { env, mapQuery } = mapServerMade;
  return { folder, env, path: (name, extent) => `/mapserv?${mapQuery(name, extent, widthPx, heightPx)}` };
}

/** Send twenty small requests and draw one map, and wait until the memory is at rest. */
async function useALittle(port, query, service) {
  const connection = await Connection.open(port);
  for (let i = 0; i < 20; i++) bodyOf(await connection.ask(getRequest(port, query)));
  checkPng(bodyOf(await connection.ask(getRequest(port, ownImage(service)))));
  connection.close();
  await setTimeout(2000);
}

async function inOrder(items, work) {
  const results = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** @returns undefined if there are none */
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

const format = (value) => (value === undefined ? '' : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0));

function verdict({ ratio, aim: { most, least } }) {
  if (ratio === undefined) return '';
  if (most !== undefined) return ratio <= most ? 'yes' : 'no';
  return least === undefined ? '' : ratio >= least ? 'yes' : 'no';
}

function printTable(rows) {
  const lines = rows.map((row) => [
    row.name,
    `${format(row.value)} ${row.unit}`,
    row.against === undefined ? '' : row.againstName,
    row.against === undefined ? '' : `${format(row.against)} ${row.unit}`,
    row.ratio?.toFixed(2) ?? '',
    row.aim.most !== undefined ? `≤ ${row.aim.most}` : row.aim.least !== undefined ? `≥ ${row.aim.least}` : '',
    verdict(row),
    row.note,
  ]);
  console.log('| measured | | compared with | | ratio | aim | reached | |\n|---|---:|---|---:|---:|---:|---|---|');
  for (const line of lines) console.log(`| ${line.join(' | ')} |`);
}
