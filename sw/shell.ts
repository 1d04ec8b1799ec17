declare const self: ServiceWorkerGlobalScope;

/** The files of one build of the app, by their paths below the base. */
export interface ShellFiles {
  /** Hash of all of them. */
  readonly version: string;
  readonly files: readonly string[];
  /** Those of them that the page loads for its first picture. */
  readonly first: readonly string[];
  /** Folder of further files, each of which is cached once it was opened; absent without any. */
  readonly onDemand?: string | undefined;
}

/** The app itself, cached by the worker so that it opens without a network. */
interface Shell {
  /**
   * Fetch what the app cannot do without; fails as a whole when a file cannot be fetched. On a first visit only
   * what the first image needs is fetched before it; a later build must be complete before it takes over.
   */
  keep(isFirstVisit: boolean): Promise<void>;
  /** Fetch the rest, once, and say whether everything is there now; if not, the next start of the worker tries again. */
  keepRest(isNow?: boolean): Promise<boolean>;
  /** A file of the app; any other page is the app itself, whose state is in the address. */
  file(request: Request): Promise<Response>;
  /** Note that the page of a client is of this build, so that its files stay cached while it is open. */
  notePage(clientId: string): Promise<void>;
  /**
   * Drop the shells of earlier builds that no open page uses, but for the last one.
   *
   * @param againMs look again after these times while pages use them: one that is being closed counts as open for a while
   */
  dropUnused(againMs?: readonly number[]): Promise<void>;
}

/** The rest waits this long for the first image, with which it would compete, unless the page reports it earlier. */
const restPatienceMs = 10_000;

/** What even a new build can wait for: definitions of coordinate systems, fonts of documents, examples. */
const isLater = (file: string): boolean => /^(epsg\.json|examples\/.*|client\.d\.ts|.*\.woff)$/.test(file);

/** Decode a path; undefined where its percent-encoding is broken. */
function decoded(path: string): string | undefined {
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}

/** Make the shell of a build. A `Vary` header of the web server would make module scripts miss, so it is ignored. */
export function createShell(base: string, { version, files, first, onDemand }: ShellFiles): Shell {
  const prefix = `shell-${base}-`;
  const name = prefix + version;
  /** Which shell the page of each client is of. */
  const notes = `${prefix}pages`;
  const noteOf = (clientId: string): string => `${base}${notes}/${clientId}`;
  // The page has just loaded files with a hash in their names; they are the same whenever they are fetched.
  const requestFor = (file: string): Request =>
    new Request(base + file, { cache: file.startsWith('assets/') ? 'default' : 'reload' });
  let rest: Promise<boolean> | undefined;
  let hurry = () => {};
  const hurried = new Promise<void>((resolve) => {
    hurry = resolve;
  });

  async function fetchRest(): Promise<boolean> {
    const isHere = await caches.has(name);
    const missing = isHere ? await missingFiles() : [];
    const opened = isHere ? await openedBefore() : [];
    if (missing.length + opened.length === 0) return true;
    await Promise.race([hurried, new Promise((resolve) => setTimeout(resolve, restPatienceMs))]);
    // The app was removed in the meantime and must not come back.
    if (!(await caches.has(name))) return false;
    const cache = await caches.open(name);
    for (const file of missing) await cache.add(requestFor(file));
    // This build may no longer have one of them.
    for (const file of opened) await fetchOpened(file);
    return true;
  }

  const otherShells = async (): Promise<string[]> =>
    (await caches.keys()).filter((key) => key.startsWith(prefix) && key !== name && key !== notes);
  const pathsIn = async (cacheName: string): Promise<Set<string>> =>
    new Set((await (await caches.open(cacheName)).keys()).map(({ url }) => new URL(url).pathname));

  async function fetchOpened(path: string): Promise<Response> {
    const response = await fetch(requestFor(path));
    if (response.ok) await (await caches.open(name)).put(base + path, response.clone());
    return response;
  }

  async function missingFiles(): Promise<string[]> {
    const cached = await pathsIn(name);
    // First the parts of the app, then what they may need later.
    return files.filter((file) => !cached.has(base + file)).sort((a, b) => Number(isLater(a)) - Number(isLater(b)));
  }

  const isOnDemand = (file: string): boolean => onDemand !== undefined && file.startsWith(onDemand);

  /** What was opened of an earlier build, which is to be there without a network in this one, too. */
  async function openedBefore(): Promise<string[]> {
    const cached = await pathsIn(name);
    const others = (await Promise.all((await otherShells()).map(pathsIn))).flatMap((paths) => [...paths]);
    const opened = new Set(others.filter((path) => !cached.has(path)).map((path) => path.slice(base.length)));
    return [...opened].filter(isOnDemand);
  }

  return {
    async keep(isFirstVisit) {
      const cache = await caches.open(name);
      await cache.addAll((isFirstVisit ? first : files.filter((file) => !isLater(file))).map(requestFor));
    },
    keepRest(isNow = false) {
      if (isNow) hurry();
      // Mostly there is no network; what is missing is fetched when it is first asked for.
      rest ??= fetchRest().catch(() => false);
      return rest;
    },
    async file(request) {
      const isPage = request.mode === 'navigate';
      const options = { ignoreVary: true, ignoreSearch: isPage };
      const match = (cacheName: string) => caches.match(request, { ...options, cacheName });
      const path = decoded(new URL(request.url).pathname.slice(base.length));
      if (path === undefined) return new Response('Not found', { status: 404 });
      let found = await match(name);
      // Files that are opened now are of one build; others may be of the one before. Other caches of this origin hold no files of the app.
      if (!found && !isOnDemand(path)) for (const shell of await otherShells()) found ??= await match(shell);
      if (found) return found;
      if (isOnDemand(path)) return fetchOpened(path);
      // A page of the build that is not cached yet, such as an example, is not a state of the app.
      const isOwn = files.includes(path);
      const app =
        isPage && !isOwn ? await caches.match(`${base}index.html`, { ...options, cacheName: name }) : undefined;
      return app ?? fetch(request);
    },
    async notePage(clientId) {
      await (await caches.open(notes)).put(noteOf(clientId), new Response(name));
    },
    async dropUnused(againMs = []) {
      const isDone = await dropOnce();
      const [next, ...later] = againMs;
      if (isDone || next === undefined) return;
      await new Promise((resolve) => setTimeout(resolve, next));
      await this.dropUnused(later);
    },
  };

  /** @returns false while a page uses one of them */
  async function dropOnce(): Promise<boolean> {
    const older = new Set((await otherShells()).slice(0, -1));
    if (older.size === 0) return true;
    const noted = await caches.open(notes);
    const gone = new Set((await noted.keys()).map(({ url }) => url));
    let isDone = true;
    for (const { id, url } of await self.clients.matchAll({ includeUncontrolled: true, type: 'window' })) {
      if (!new URL(url).pathname.startsWith(base)) continue;
      const note = await noted.match(noteOf(id));
      // A page that came past the worker may be of any build.
      if (!note) return false;
      if (older.delete(await note.text())) isDone = false;
      gone.delete(new URL(noteOf(id), url).href);
    }
    await Promise.all([...older].map((key) => caches.delete(key)));
    await Promise.all([...gone].map((url) => noted.delete(url)));
    return isDone;
  }
}
