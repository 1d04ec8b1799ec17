/** The files of one build of the app, by their paths below the base. */
export interface ShellFiles {
  /** Hash of all of them. */
  readonly version: string;
  readonly files: readonly string[];
}

/** The app itself, kept by the worker so that it opens without a network. */
export interface Shell {
  /** Fetch what the first picture needs; fails as a whole when a file cannot be had. */
  keep(): Promise<void>;
  /** Fetch what was left for later, once; without a network the next start of the worker tries again. */
  keepRest(): Promise<void>;
  /** A file of the app; a page that is none is the app itself, whose state stands in the address. */
  file(request: Request): Promise<Response>;
  /** Drop the shells of earlier builds but the last: a page of that build may still fetch parts of it. */
  dropOlder(): Promise<void>;
}

/** What no first picture needs: definitions of coordinate systems, fonts of documents, examples. */
const isLater = (file: string): boolean => /^(epsg\.json|examples\/.*|client\.d\.ts|.*\.woff)$/.test(file);

/** Make the shell of a build. Web servers that add Vary would make module scripts miss, so it is not looked at. */
export function createShell(base: string, { version, files }: ShellFiles): Shell {
  const prefix = `shell-${base}-`;
  const name = prefix + version;
  const fresh = (file: string): Request => new Request(base + file, { cache: 'reload' });
  let rest: Promise<void> | undefined;

  return {
    async keep() {
      const cache = await caches.open(name);
      await cache.addAll(files.filter((file) => !isLater(file)).map(fresh));
    },
    keepRest() {
      rest ??= (async () => {
        const cache = await caches.open(name);
        for (const file of files.filter(isLater)) {
          if (!(await cache.match(base + file, { ignoreVary: true }))) await cache.add(fresh(file));
        }
      })().catch(() => undefined);
      return rest;
    },
    async file(request) {
      const isPage = request.mode === 'navigate';
      const options = { ignoreVary: true, ignoreSearch: isPage };
      const kept = (cacheName?: string) => caches.match(request, { ...options, ...(cacheName ? { cacheName } : {}) });
      const found = (await kept(name)) ?? (await kept());
      if (found) return found;
      const app = isPage ? await caches.match(`${base}index.html`, { ...options, cacheName: name }) : undefined;
      return app ?? fetch(request);
    },
    async dropOlder() {
      const others = (await caches.keys()).filter((key) => key.startsWith(prefix) && key !== name);
      await Promise.all(others.slice(0, -1).map((key) => caches.delete(key)));
    },
  };
}
