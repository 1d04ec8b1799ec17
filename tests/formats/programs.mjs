import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { installPackages, isInstalled } from '../run/debian-packages.mjs';

const folder = new URL('../../node_modules/.cache/programs/', import.meta.url).pathname;

/** Runtimes of the programs that users copy, each with its Debian packages and a check whether it is installed. */
const languages = {
  curl: { packages: ['curl'], ending: 'sh', command: () => isInstalled('curl') && ['bash'] },
  zeep: { packages: ['python3-zeep'], ending: 'py', command: () => python('zeep') },
  requests: { packages: ['python3-requests'], ending: 'py', command: () => python('requests') },
  php: {
    packages: ['php-cli', 'php-soap', 'php-curl'],
    ending: 'php',
    // Cache descriptions only in memory, because those of another run describe another server.
    command: () => prints('php', ['-m'], /^curl[\s\S]*^soap/m) && ['php', '-d', 'soap.wsdl_cache=2'],
  },
};

/**
 * Scripts that run all programs in one process. Starting a process and loading a client's description takes a second
 * each time.
 */
const runners = {
  py: [
    '-c',
    `
import contextlib, io, json, sys, traceback
try:
    import zeep
    made = {}
    make = zeep.Client
    zeep.Client = lambda address: made.get(address) or made.setdefault(address, make(address))
except ImportError:
    pass
outcomes = {}
for name, file in zip(sys.argv[1::2], sys.argv[2::2]):
    out, code, error = io.StringIO(), 0, ""
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(open(file).read(), file, "exec"), {"__name__": "__main__"})
        except Exception:
            code, error = 1, traceback.format_exc()
    outcomes[name] = {"code": code, "stdout": out.getvalue(), "stderr": error}
print(json.dumps(outcomes))
`,
  ],
  php: [
    '-r',
    `
$outcomes = [];
$run = function ($file) { include $file; };
for ($at = 1; $at < $argc; $at += 2) {
    [$code, $error] = [0, ''];
    ob_start();
    try { $run($argv[$at + 1]); } catch (Throwable $thrown) { [$code, $error] = [1, (string) $thrown]; }
    $outcomes[$argv[$at]] = ['code' => $code, 'stdout' => ob_get_clean(), 'stderr' => $error];
}
echo json_encode($outcomes, JSON_INVALID_UTF8_SUBSTITUTE);
`,
    '--',
  ],
};

const prints = (tool, parameters, pattern) => {
  const { status, stdout } = spawnSync(tool, parameters, { encoding: 'utf8' });
  return status === 0 && pattern.test(stdout);
};
const python = (module) => {
  const found = ['python3', '/usr/bin/python3'].find((tool) =>
    prints(tool, ['-c', `import ${module}; print("there")`], /there/),
  );
  return found && [found];
};

/**
 * Install missing languages if running as root with apt.
 *
 * @returns names of the languages that are still missing
 */
export async function ensureLanguages() {
  const missing = () => Object.keys(languages).filter((name) => !languages[name].command());
  await installPackages(missing().flatMap((name) => languages[name].packages));
  return missing();
}

const waiting = [];
let takeNext;
const open = new Map();
let lastId = 0;
let origin;

/** Start a server whose requests another process answers; returns its address without a slash at the end. */
export async function openGateway() {
  if (origin) return origin;
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const id = ++lastId;
    open.set(id, response);
    const { method, url, headers } = request;
    hand({ id, method, url, headers, body: Buffer.concat(chunks).toString('base64') });
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  server.unref();
  origin = `http://localhost:${server.address().port}`;
  return origin;
}

function hand(asked) {
  if (takeNext) takeNext(asked);
  else waiting.push(asked);
  takeNext = undefined;
}

/** Return the next request to the gateway; null after the programs have ended. */
export function nextRequest() {
  if (waiting.length > 0) return waiting.shift();
  return new Promise((resolve) => {
    takeNext = resolve;
  });
}

/** Answer a request to the gateway. */
export function answerRequest(id, { status, headers, body }) {
  open.get(id).writeHead(status, headers).end(Buffer.from(body, 'base64'));
  open.delete(id);
}

/**
 * Run programs in sequence.
 *
 * @param programs texts by name
 * @param environment variables for the programs
 * @param files texts by name, written to the folder where the programs run
 * @returns exit code and output by name; undefined if the language isn't installed
 */
export async function runPrograms(language, programs, { environment = {}, files = {} } = {}) {
  const { command, ending } = languages[language];
  const [tool, ...parameters] = command() || [];
  if (!tool) {
    hand(null);
    return undefined;
  }
  try {
    return await run(tool, parameters, ending, programs, environment, writtenTo(join(folder, language), files));
  } finally {
    hand(null);
  }
}

function writtenTo(directory, files) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const [name, words] of Object.entries(files)) writeFileSync(join(directory, name), words);
  return directory;
}

async function run(tool, parameters, ending, programs, environment, directory) {
  const start = (more) =>
    new Promise((resolve) =>
      execFile(
        tool,
        [...parameters, ...more],
        { cwd: directory, env: { ...process.env, ...environment }, maxBuffer: 1 << 26, timeout: 120_000 },
        (error, stdout, stderr) => resolve({ code: error ? (error.code ?? -1) : 0, stdout, stderr }),
      ),
    );
  const paths = Object.entries(programs).map(([name, program]) => {
    // The prefix keeps Python from loading the file as a module.
    const file = join(directory, `program-${name}.${ending}`);
    writeFileSync(file, program);
    return [name, file];
  });
  if (runners[ending]) {
    const { code, stdout, stderr } = await start([...runners[ending], ...paths.flat()]);
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  }
  const outcomes = {};
  for (const [name, file] of paths) outcomes[name] = await start([file]);
  return outcomes;
}
