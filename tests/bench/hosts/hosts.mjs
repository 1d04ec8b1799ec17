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
      try {
        await parts[name](bench);
      } catch (error) {
        // The other parts are still worth their time.
        console.error(error);
        process.exitCode = 1;
      }
      await bench.stopAll();
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

  /** Stop the program with a process ID. */
  async stop(pid) {
    await [...this.#running].find((program) => program.pid === pid).stop();
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

  /** Start a host on its data. @param {string[]} more parameters */
  async startWith(host, names, path, more = [], parameters = undefined) {
    const { data, port } = await this.dataWith(host, names, parameters);
    return this.start(host, [...data, ...more], path, port);
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
const oneWorker = ['--workers', '1'];

const parts = {
  /** Time from starting the command to the first answer. */
  async start(bench) {
    const times = {};
    for (let round = 0; round < bench.rounds; round++) {
      for (const host of hostsOf(bench)) {
        const opened = await bench.startWith(host, ['countries'], countryQuery);
        await opened.stop();
        note(times, 'first answer, existing folder', host, opened.firstAnswerMs);
        const created = await bench.start(host, [], demoQuery);
        await created.stop();
        note(times, 'first answer, new folder with the demo', host, created.firstAnswerMs);
      }
    }
    const aims = { 'first answer, existing folder': 0.2, 'first answer, new folder with the demo': 0.4 };
    for (const [name, { node, baseline }] of Object.entries(times))
      bench.add(name, median(node), 'ms', previous, median(baseline), { most: aims[name] });
  },

  /** Memory after a few requests, and after many. */
  async memory(bench) {
    const sizes = {};
    const measure = async (host, workers, more) => {
      const { pid, port, stop } = await bench.startWith(host, ['countries'], countryQuery, more);
      await useALittle(port, countryQuery, 'countries');
      const { mb, processes } = anonymousMb(pid);
      console.error(`${host}, ${workers}: ${processes} processes`);
      note(sizes, `memory, existing folder, ${workers}`, host, mb);
      const requests = [getRequest(port, countryQuery), getRequest(port, plainImage('countries'))];
      await measureRate([{ port, requests }], 16, bench.rateMs);
      await setTimeout(restMs);
      note(sizes, `memory, after many requests, ${workers}`, host, anonymousMb(pid).mb);
      await stop();
    };
    for (let round = 0; round < Math.min(3, bench.rounds); round++) {
      for (const host of hostsOf(bench)) {
        await measure(host, 'one worker', host === 'node' ? oneWorker : []);
        const created = await bench.start(host, [], demoQuery);
        await useALittle(created.port, demoQuery, 'World');
        note(sizes, 'memory, new folder with the demo', host, anonymousMb(created.pid).mb);
        await created.stop();
      }
      await measure('node', 'a worker for each core', []);
    }
    for (const [name, { node, baseline }] of Object.entries(sizes)) {
      const against = baseline ?? sizes[name.replace('a worker for each core', 'one worker')].baseline;
      bench.add(name, median(node), 'MB', previous, median(against), { most: 0.5 });
    }
  },

  /** Small requests, one after the other and 16 at a time. */
  async small(bench) {
    const start = async (host, more) => {
      const { pid, port } = await bench.startWith(host, ['countries'], countryQuery, more);
      return [{ pid, port, requests: [getRequest(port, countryQuery)] }];
    };
    const single = await start('node', oneWorker);
    const others = bench.baseline ? [await start('baseline')] : [];
    await compareRates(bench, 'small request, 1 at a time, one worker', previous, [single, ...others], 1);
    await compareRates(bench, 'small request, 16 at a time, one worker', previous, [single, ...others], 16, 3);
    await bench.stop(single[0].pid);
    const all = await start('node');
    await compareRates(bench, 'small request, 16 at a time, a worker for each core', previous, [all, ...others], 16, 3);
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
  },

  /** Small requests over PostgreSQL, which is asked each time whether anything has changed. */
  async postgres(bench) {
    const { hasPostgres, PostgresServer } = (await runnerImport(`${root}tests/unit/serve/store/postgres-server.ts`))
      .module;
    if (!hasPostgres) return;
    const database = new PostgresServer();
    try {
      await database.start();
      const url = await database.createDatabase();
      const start = async (host, more, parameters) => {
        const { pid, port } = await bench.startWith(host, ['countries'], countryQuery, more, parameters);
        return [{ pid, port, requests: [getRequest(port, countryQuery)] }];
      };
      const others = bench.baseline ? [await start('baseline')] : [];
      for (const [workers, more] of [
        ['one worker', oneWorker],
        ['a worker for each core', []],
      ]) {
        const over = await start('node', more, ['--database', url]);
        const name = `small request over PostgreSQL, 16 at a time, ${workers}`;
        await compareRates(bench, name, previous, [over, ...others], 16, 2.5);
        await bench.stop(over[0].pid);
      }
      await bench.stopAll();
    } finally {
      await database.end();
    }
  },

  /** Images four at a time: two workers compared with one, and with two processes of MapServer. */
  async workers(bench) {
    const start = async (count) => {
      const parameters = ['--workers', `${count}`];
      const { pid, port } = await bench.startWith('node', ['countries'], countryQuery, parameters);
      return [{ pid, port, requests: [getRequest(port, plainImage('countries'))] }];
    };
    // Two commands may use a folder at the same time, at different ports.
    const two = await start(2);
    const { data } = await bench.dataWith('node', ['countries']);
    const { pid, port } = await bench.start('node', [...data, ...oneWorker], countryQuery);
    const one = [{ pid, port, requests: [getRequest(port, plainImage('countries'))] }];
    await compareRates(bench, 'images by two workers, 4 at a time', 'one worker', [two, one], 4, 1.5);
    await bench.stop(pid);
    const mapServer = mapServerFiles(bench);
    if (!mapServer) return;
    const rival = await bench.startMapServer(mapServer, 2);
    const theirs = [{ ...rival, requests: [getRequest(rival.port, mapServer.path('countries', world))] }];
    await compareRates(bench, 'images by two workers, 4 at a time', 'MapServer, two', [two, theirs], 4, 1.5);
  },
};

/** Add a measured value to those of a name and host. */
function note(values, name, host, value) {
  values[name] ??= {};
  values[name][host] = [...(values[name][host] ?? []), value];
}

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

/** Time until memory that is no longer used has been freed. */
const restMs = 2000;

/** Send twenty small requests and draw one map, and wait until the memory is at rest. */
async function useALittle(port, query, service) {
  const connection = await Connection.open(port);
  for (let i = 0; i < 20; i++) bodyOf(await connection.ask(getRequest(port, query)));
  checkPng(bodyOf(await connection.ask(getRequest(port, ownImage(service)))));
  connection.close();
  await setTimeout(restMs);
}

/** @returns undefined if there are none */
const median = (values = []) => [...values].sort((a, b) => a - b)[values.length >> 1];

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
