import { Fault } from '../contract/index.ts';
import type { BatchCache } from '../rows/batch-cache.ts';
import { openTable } from '../rows/open-table.ts';
import type { ReadBytes, Table } from '../rows/table.ts';
import { openRaster, type Raster } from '../service/raster-source.ts';
import { getFilesVersion } from './catalogue.ts';
import { type Connection, cachePerContents } from './open.ts';
import type { ServiceRecord, Store } from './store.ts';

/** The open tables and rasters of one version of a service. */
interface OpenVersion {
  readonly version: number;
  readonly read: ReadBytes;
  readonly tables: Map<string, Table | Promise<Table>>;
  readonly rasters: Map<string, Raster | Promise<Raster>>;
}

interface Layers extends Pick<Store, 'table' | 'raster'> {
  /** Make the next request reopen all tables and rasters. */
  dropOpened(): void;
}

/**
 * Return functions that open tables and rasters of published services. For each service, the tables and rasters of the
 * last requested version are cached.
 */
export function createLayers(connection: Connection, cache: BatchCache, remoteFiles: Store['remoteFiles']): Layers {
  const open = cachePerContents(connection, () => new Map<string, OpenVersion>());
  const openVersion = (service: ServiceRecord): OpenVersion => {
    let cached = open().get(service.key);
    if (cached?.version !== service.version) {
      const { version } = service;
      cached = { version, read: makeReader(connection, service), tables: new Map(), rasters: new Map() };
      open().set(service.key, cached);
    }
    return cached;
  };
  const layers: Layers = {
    async table(service, name) {
      const origin = service.origins?.get(name);
      if (origin) return layers.table(origin.service, origin.name);
      const { read, tables } = openVersion(service);
      const manifest = requireManifest(service.definition.tables, name, `Service ${service.key}: table`);
      if (!manifest.remote) return getOrMake(tables, name, () => openTable(manifest, read, cache));
      return openedOr(tables, name, async () => (await remoteFiles()).table(manifest, cache));
    },
    async raster(service, name) {
      const origin = service.origins?.get(name);
      if (origin) return layers.raster(origin.service, origin.name);
      const { read, rasters } = openVersion(service);
      const manifest = requireManifest(service.definition.rasters ?? {}, name, `Service ${service.key}: raster`);
      if (!manifest.remote) return getOrMake(rasters, name, () => openRaster(manifest, read, cache));
      return openedOr(rasters, name, async () => (await remoteFiles()).raster(manifest, cache));
    },
    dropOpened: () => open().clear(),
  };
  return layers;
}

/** Return a manifest by name. @throws {Fault} `not-found` if there is none */
function requireManifest<T>(manifests: Readonly<Record<string, T>>, name: string, kind: string): T {
  const manifest = Object.hasOwn(manifests, name) ? manifests[name] : undefined;
  if (manifest) return manifest;
  throw new Fault('not-found', `${kind} "${name}" not found.`);
}

function getOrMake<T>(cached: Map<string, T>, name: string, make: () => T): T {
  const existing = cached.get(name);
  if (existing) return existing;
  const made = make();
  cached.set(name, made);
  return made;
}

/** Like `getOrMake`, but if opening fails, the next request tries again. */
const openedOr = <T>(cached: Map<string, T | Promise<T>>, name: string, open: () => Promise<T>): T | Promise<T> =>
  getOrMake(cached, name, () => {
    const opened = open();
    opened.catch(() => cached.delete(name));
    return opened;
  });

/** Return a reader of slices of a version's Blobs. The Blobs are handles; their bytes stay on disk. */
function makeReader(connection: Connection, service: ServiceRecord): ReadBytes {
  const { key } = service;
  const filesVersion = getFilesVersion(service);
  const handles = new Map<string, Promise<Blob>>();
  const openHandle = (file: string): Promise<Blob> => {
    const cachedHandle = handles.get(file);
    if (cachedHandle) return cachedHandle;
    const handle = connection.run(async (database) => {
      const blob = await database.get('files', [key, filesVersion, file]);
      if (blob) return blob;
      throw new Fault('not-found', `Service "${key}" changed while this request was running. Repeat the request.`);
    });
    handles.set(file, handle);
    // The caller gets the error; the next call tries again.
    handle.catch(() => handles.delete(file));
    return handle;
  };
  return async (file, offset, length) => {
    try {
      return await readSlice(await openHandle(file), offset, length);
    } catch (error) {
      if (error instanceof Fault) throw error;
      // A handle becomes invalid when its record is deleted or its connection is lost. Reading with a new handle shows
      // which.
      handles.delete(file);
    }
    try {
      return await readSlice(await openHandle(file), offset, length);
    } catch (error) {
      if (error instanceof Fault) throw error;
      throw new Fault(
        'storage-failed',
        `Service "${key}": file ${file} can't be read: ${String(error).replace(/\.$/, '')}.`,
      );
    }
  };
}

const readSlice = (blob: Blob, offset: number, length: number): Promise<ArrayBuffer> =>
  blob.slice(offset, Math.min(offset + length, blob.size)).arrayBuffer();
