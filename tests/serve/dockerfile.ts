import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';

interface Step {
  readonly instruction: string;
  readonly text: string;
}
/** The steps from one FROM to the next. */
interface Stage {
  /** Without a name, it is the last one. */
  readonly name: string;
  readonly steps: readonly Step[];
}

/** Read the stages of a Dockerfile. */
export function readDockerfile(path: string): Stage[] {
  const stages: { name: string; steps: Step[] }[] = [];
  const lines = readFileSync(path, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n');
  for (const line of lines.filter((text) => text.trim() !== '')) {
    const [, instruction = '', text = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    if (instruction === 'FROM') stages.push({ name: / AS (\S+)$/.exec(text)?.[1] ?? 'last', steps: [] });
    else stages.at(-1)!.steps.push({ instruction, text });
  }
  return stages;
}

/** Copy the files that a build can read: those that a list such as Dockerfile.dockerignore names after `*`. */
export function copyContext(source: string, target: string, list: string): void {
  const [first, ...others] = readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line));
  const names = others.map((line) => /^!([\w.-]+)$/.exec(line)?.[1]);
  if (first !== '*' || names.includes(undefined)) throw new Error(`${list}: expected "*" and names with "!".`);
  for (const name of names) cpSync(join(source, name!), join(target, name!), { recursive: true });
}

/** The user of all steps. If the tests run as root, it is a user without rights, because root could do everything. */
export const user = ((): { uid: number; gid: number } => {
  if (process.getuid?.() !== 0) return { uid: process.getuid!(), gid: process.getgid!() };
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody'])));
  return { uid: uid!, gid: gid! };
})();

/** Programs of the base image that the steps use. It has no compiler. */
const programs = ['node', 'npm', 'npx', 'sh', 'mkdir', 'find'];

/** Settings of an image, and a function that runs one of its commands. */
interface Image {
  /** Values of instructions such as EXPOSE. */
  readonly settings: ReadonlyMap<string, string>;
  /** The command that serves, and the one that checks its health. */
  readonly command: readonly string[];
  readonly health: readonly string[];
  start(command: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess;
}

/**
 * Runs the steps of a Dockerfile without a container engine. Each stage gets an empty folder in place of `/`, and
 * programs of this computer in place of those of the base image.
 */
export class ImageBuilder {
  readonly #folder: string;

  /** @param folder empty; the files to build from are in its folder `context` */
  constructor(folder: string) {
    this.#folder = folder;
    const folders = process.env.PATH!.split(':');
    this.#makeFolder(this.#programs);
    for (const name of programs)
      symlinkSync(folders.map((path) => join(path, name)).find(existsSync)!, join(this.#programs, name));
  }

  /** Return the folder of a stage. */
  rootOf(stage: string): string {
    return join(this.#folder, stage);
  }

  /** Run the steps of a stage. @throws {Error} with the step that failed */
  async build({ name, steps }: Stage): Promise<Image> {
    const root = this.rootOf(name);
    const environment: Record<string, string> = {
      PATH: this.#programs,
      HOME: join(root, 'tmp'),
      TMPDIR: join(root, 'tmp'),
      npm_config_cache: join(this.#folder, 'npm-cache'),
    };
    const settings = new Map<string, string>();
    let cwd = root;
    this.#makeFolder(join(root, 'tmp'));
    this.#makeFolder(environment.npm_config_cache!);
    const locate = (path: string): string => join(isAbsolute(path) ? root : cwd, path);
    /** Replace absolute paths of the image by those in its folder. */
    const relocate = (text: string): string => text.replaceAll(/(?<![\w.}/])\/(?=(app|data|run)\b)/g, `${root}/`);
    const parseCommand = (text: string): string[] => (JSON.parse(text) as string[]).map(relocate);
    const run = (text: string) =>
      promisify(execFile)(join(this.#programs, 'sh'), ['-ec', relocate(text)], { cwd, env: environment, ...user });
    for (const { instruction, text } of steps) {
      try {
        if (instruction === 'WORKDIR') {
          cwd = locate(text);
          this.#makeFolder(cwd);
        } else if (instruction === 'ENV') environment[text.replace(/=.*/, '')] = text.replace(/.*?=/, '');
        else if (instruction === 'COPY') this.#copy(text, locate);
        else if (instruction === 'RUN') await run(text);
        else settings.set(instruction, text);
      } catch (error) {
        throw new Error(`${instruction} ${text}: ${(error as Error).message}`, { cause: error });
      }
    }
    return {
      settings,
      command: ['ENTRYPOINT', 'CMD'].flatMap((key) => parseCommand(settings.get(key) ?? '[]')),
      health: parseCommand(/CMD (.*)$/.exec(settings.get('HEALTHCHECK') ?? '')?.[1] ?? '[]'),
      start: ([program, ...parameters], more) =>
        spawn(join(this.#programs, program!), parameters, { cwd, env: { ...environment, ...more }, ...user }),
    };
  }

  get #programs(): string {
    return join(this.#folder, 'programs');
  }

  #copy(text: string, locate: (path: string) => string): void {
    const source = this.rootOf(/--from=(\S+)/.exec(text)?.[1] ?? 'context');
    const paths = text.split(/\s+/).filter((word) => !word.startsWith('--'));
    const target = paths.pop()!;
    for (const path of paths) {
      const to = locate(paths.length > 1 || target === './' ? join(target, path) : target);
      this.#makeFolder(dirname(to));
      cpSync(join(source, path), to, { recursive: true, verbatimSymlinks: true });
      chownSync(to, user.uid, user.gid);
      if (!statSync(to).isDirectory()) continue;
      for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' }))
        lchownSync(join(to, name), user.uid, user.gid);
    }
  }

  /** Make a folder of the user. */
  #makeFolder(path: string): void {
    if (existsSync(path)) return;
    this.#makeFolder(dirname(path));
    mkdirSync(path);
    chownSync(path, user.uid, user.gid);
  }
}
