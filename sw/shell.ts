declare const self: ServiceWorkerGlobalScope;

/** Files of one build of the app, by path below the base. */
export interface ShellFiles {
  /** Hash of all files. */
  readonly version: string;
  readonly files: readonly string[];
  /** Files that the page loads for its first image. */
  readonly first: readonly string[];
  /** Folder of further files, each cached after it is first opened. Absent if there are none. */
  readonly onDemand?: string | undefined;
}

/** The app itself, cached by the worker so that it opens without a network. */
interface Shell {
  /**
   * Fetch the files that the app requires. Fails as a whole if any file can't be fetched.
   *
   * On a first visit, only the files for the first image are fetched here. A later build must be complete before it
   * takes over.
   */
  keep(isFirstVisit: boolean): Promise<void>;
  /**
   * Fetch the remaining files once and return whether all are cached. Otherwise the next start of the worker tries
   * again.
   */
  keepRest(isNow?: boolean): Promise<boolean>;
  /** Return a file of the app. All other pages are the app itself, which keeps its state in the URL. */
  file(request: Request): Promise<Response>;
  /** Record that a client's page belongs to this build, so that its files stay cached while it is open. */
  notePage(clientId: string): Promise<void>;
  /**
   * Delete the shells of earlier builds that no open page uses, except the last shell.
   *
   * @param againMs delays for checking again while pages use them, because a closing page counts as open for a while
   */
  dropUnused(againMs?: readonly number[]): Promise<void>;
}

/**
 * Delay before the remaining files are fetched, because they would slow down the first image. If the page reports the
 * image earlier, they are fetched then.
 */
const restDelayMs = 10_000;

/** Files that even a new build can load later: CRS definitions, document fonts, examples. */
const isLater = (file: string): boolean => /^(epsg\.json|examples\/.*|client\.d\.ts|.*\.woff)$/.test(file);

/** Decode a path; undefined if its percent-encoding is invalid. */
function tryDecodePath(path: string): string | undefined {
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}

/** Create the shell of a build. `Vary` headers of the web server are ignored, because module scripts wouldn't match. */
export function createShell(base: string, { version, files, first, onDemand }: ShellFiles): Shell {
  const prefix = `shell-${base}-`;
  const name = prefix + version;
  /** Cache that records the shell of each client's page. */
  const notes = `${prefix}pages`;
  const noteUrl = (clientId: string): string => `${base}${notes}/${clientId}`;
  // Files in `assets/` have a hash in their names and never change, so cached copies are valid.
  const requestFor = (file: string): Request =>
    new Request(base + file, { cache: file.startsWith('assets/') ? 'default' : 'reload' });
  let rest: Promise<boolean> | undefined;
  let hurry = () => {};
  const hurried = new Promise<void>((resolve) => {
    hurry = resolve;
  });

  async function fetchRest(): Promise<boolean> {
    const isInstalled = await caches.has(name);
    const missing = isInstalled ? await missingFiles() : [];
    const opened = isInstalled ? await openedBefore() : [];
    if (missing.length + opened.length === 0) return true;
    await Promise.race([hurried, new Promise((resolve) => setTimeout(resolve, restDelayMs))]);
    // The app was removed in the meantime and must not come back.
    if (!(await caches.has(name))) return false;
    const cache = await caches.open(name);
    for (const file of missing) await cache.add(requestFor(file));
    // This build may no longer have some of these files.
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
    // Files that the app needs first, then those it may need later.
    return files.filter((file) => !cached.has(base + file)).sort((a, b) => Number(isLater(a)) - Number(isLater(b)));
  }

  const isOnDemand = (file: string): boolean => onDemand !== undefined && file.startsWith(onDemand);

  /** List the files opened in an earlier build, which must also work offline in this build. */
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
      // The usual cause is a missing network. Missing files are then fetched when they are first requested.
      rest ??= fetchRest().catch(() => false);
      return rest;
    },
    async file(request) {
      const isPage = request.mode === 'navigate';
      const options = { ignoreVary: true, ignoreSearch: isPage };
      const match = (cacheName: string) => caches.match(request, { ...options, cacheName });
      const path = tryDecodePath(new URL(request.url).pathname.slice(base.length));
      if (path === undefined) return new Response('Not found', { status: 404 });
      let response = await match(name);
      // On-demand files must be from this build; other files can be from the previous build. Other caches of this
      // origin contain no files of the app.
      if (!response && !isOnDemand(path)) for (const shell of await otherShells()) response ??= await match(shell);
      if (response) return response;
      if (isOnDemand(path)) return fetchOpened(path);
      // A page of the build that isn't cached yet, for example an example page, isn't a state of the app.
      const isShellFile = files.includes(path);
      const app =
        isPage && !isShellFile ? await caches.match(`${base}index.html`, { ...options, cacheName: name }) : undefined;
      return app ?? fetch(request);
    },
    async notePage(clientId) {
      await (await caches.open(notes)).put(noteUrl(clientId), new Response(name));
    },
    async dropUnused(againMs = []) {
      const isDone = await dropOnce();
      const [next, ...later] = againMs;
      if (isDone || next === undefined) return;
      await new Promise((resolve) => setTimeout(resolve, next));
      await this.dropUnused(later);
    },
  };

  /** Delete unused shells once. Return false while an open page uses one of them. */
  async function dropOnce(): Promise<boolean> {
    const older = new Set((await otherShells()).slice(0, -1));
    if (older.size === 0) return true;
    const noted = await caches.open(notes);
    const gone = new Set((await noted.keys()).map(({ url }) => url));
    let isDone = true;
    for (const { id, url } of await self.clients.matchAll({ includeUncontrolled: true, type: 'window' })) {
      if (!new URL(url).pathname.startsWith(base)) continue;
      const note = await noted.match(noteUrl(id));
      // A page without a note bypassed the worker and can be from any build, so keep all shells.
      if (!note) return false;
      if (older.delete(await note.text())) isDone = false;
      gone.delete(new URL(noteUrl(id), url).href);
    }
    await Promise.all([...older].map((key) => caches.delete(key)));
    await Promise.all([...gone].map((url) => noted.delete(url)));
    return isDone;
  }
}
