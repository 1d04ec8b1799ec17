import type { Extent } from '../geometry/extent.ts';
import type { BatchCache } from '../rows/batch-cache.ts';
import type { RemoteSource, TableManifest } from '../rows/manifest.ts';
import type { Table } from '../rows/table.ts';
import type { MapDefinition, RasterManifest, ServiceDefinition } from '../service/definition.ts';
import type { NewAttachment } from '../service/edit-attachments.ts';
import type { Raster } from '../service/raster-source.ts';
import type { CacheSettings } from '../tiles/tile-cache.ts';
import type { Key } from './database.ts';
import type { MapStore } from './map-store.ts';
import type { TileStore } from './tiles/tile-store.ts';

/** A published service in the catalogue. */
export interface ServiceRecord {
  /** `name` or `folder/name`. */
  readonly key: string;
  /** Increases by one with every publication of this key. */
  readonly version: number;
  readonly definition: ServiceDefinition;
  /** Epoch milliseconds. */
  readonly publishedAt: number;
  readonly bytes: number;
  /** The version its files are stored under, if earlier: the definition can change without its files. */
  readonly filesVersion?: number;
  /** The version whose images are still valid, if only data that is never drawn has changed since. */
  readonly drawnVersion?: number;
  /** For a composed map: the services that store its tables and rasters, by their names in the definition. */
  readonly origins?: ReadonlyMap<string, { readonly service: ServiceRecord; readonly name: string }>;
}

/** A new definition, with the files it adds and the files it no longer refers to. */
export interface FilesEdit {
  readonly definition: ServiceDefinition;
  readonly written: ReadonlyMap<string, Blob>;
  readonly removed: readonly string[];
  /** Images of the service are still valid. */
  readonly isDrawnAsBefore?: boolean;
}

export interface OutputFile {
  readonly id: string;
  readonly blob: Blob;
  readonly type: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Record of the database, with its key. */
export interface ArchivedRow {
  readonly key: Key;
  readonly value: unknown;
}
export type ArchivedStores = ReadonlyMap<string, readonly ArchivedRow[]>;

/** The whole database, store by store. Stores that a later version adds are included automatically. */
export interface Archive {
  /**
   * Read every archived store in one transaction. Files are handles; their bytes aren't read.
   *
   * @param turn    converts each value immediately, so that only a few of many tiles are in memory
   * @param leftOut names of stores to skip
   */
  readAll(turn?: (value: unknown, store: string) => unknown, leftOut?: ReadonlySet<string>): Promise<ArchivedStores>;
  /**
   * Replace all stored data, in one strict transaction. Stores without new data become empty. Services get versions
   * never used before, because a version must not refer to two contents.
   *
   * @param untouched names of stores to leave as they are
   * @param isForeign whether the data comes from a file; the settings of this browser then stay
   * @returns the number of services
   */
  replaceAll(stores: ArchivedStores, untouched?: ReadonlySet<string>, isForeign?: boolean): Promise<number>;
}

/** Storage used by a remote file, and its limit. */
export interface BlockUse {
  /** Bytes cached by reading, without pinned blocks. */
  readonly bytes: number;
  readonly pinnedBytes: number;
  readonly limitBytes: number;
}

/** Block numbers of a file, ascending. */
export interface FileBlocks {
  readonly file: RemoteSource;
  readonly blocks: readonly number[];
}

interface RemoteTile {
  readonly level: number;
  readonly row: number;
  readonly col: number;
}

/** A tile archive on another server whose tiles a cache serves unchanged. */
export interface RemoteTiles {
  /**
   * Return a tile as stored, still compressed if the archive compresses its tiles; undefined if it doesn't exist.
   *
   * @throws {Fault} `source-failed` if the archive can't be read
   */
  tile(at: RemoteTile): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Check whether the archive has a tile. @throws {Fault} `source-failed` if the archive can't be read */
  has(at: RemoteTile): Promise<boolean>;
}

/** Operations on remote files. */
export interface RemoteFiles {
  /** Open a table whose manifest names a remote file. @throws {Fault} as `openFlatGeobuf` */
  table(manifest: TableManifest, cache: BatchCache): Promise<Table>;
  /** Open a raster whose manifest names a remote file. @throws {Fault} `source-failed` if the file can't be read */
  raster(manifest: RasterManifest, cache: BatchCache): Promise<Raster>;
  /**
   * Open the tile archive of a map; undefined unless a cache can serve its tiles unchanged.
   *
   * @throws {Fault} `source-failed` if the archive can't be read
   */
  tilesOf(map: MapDefinition, manifest: RasterManifest, settings: CacheSettings): Promise<RemoteTiles | undefined>;
  /** Return the URL of a file without its signature. @throws {Fault} `bad-value` if it isn't a valid URL */
  addressOf(address: string): string;
  /** Return the storage used by a file. */
  use(address: string): Promise<BlockUse>;
  setLimit(address: string, bytes: number): Promise<void>;
  /** Check whether the user has allowed requests to the server of a file. */
  isAllowed(address: string): Promise<boolean>;
  allow(address: string): Promise<void>;
  /**
   * Find the blocks of each file that requests in a window need. Only data that locates these blocks is fetched.
   *
   * @param window in the spatial reference of the layer
   * @throws {Fault} as opening and reading
   */
  blocksOfTable(manifest: TableManifest, window: Extent): Promise<FileBlocks[]>;
  /** Like `blocksOfTable`, for levels at least as coarse as `resolution` (units per pixel). */
  blocksOfRaster(manifest: RasterManifest, window: Extent, resolution: number): Promise<FileBlocks[]>;
  /** Return the numbers of all stored blocks of a file, and of its pinned blocks. */
  storedBlocks(
    file: RemoteSource,
  ): Promise<{ readonly all: ReadonlySet<number>; readonly pinned: ReadonlySet<number> }>;
  /**
   * Fetch the blocks that aren't stored yet, and pin all of them so that they can't be evicted.
   *
   * @throws {Fault} `source-failed` if the file can't be read; `no-space` when the storage is full
   */
  pin(file: RemoteSource, blocks: readonly number[]): Promise<void>;
  /** Drop the pinned blocks of a file. */
  unpin(address: string): Promise<void>;
  /** Drop all stored blocks of a file. */
  forget(address: string): Promise<void>;
  /**
   * Fetch a file with another signature from now on. The signature stays in this browser.
   *
   * @throws {Fault} `bad-value` if it isn't a URL of the file
   */
  renew(address: string): Promise<void>;
}

/** The storage API for handlers. Every write is one transaction and safe to run twice. */
export interface Store {
  /** Return all services, ascending by key. */
  services(): Promise<ServiceRecord[]>;
  /** Return a service; undefined if it doesn't exist. */
  service(key: string): Promise<ServiceRecord | undefined>;
  /**
   * Make `files` the newest version of the service in one strict transaction, which also deletes the old version.
   *
   * @param files by name as in the manifests; each is stored as one Blob
   * @throws {Fault} `no-space` if the quota is exceeded; the catalogue is then unchanged
   */
  publish(definition: ServiceDefinition, files: ReadonlyMap<string, Blob>): Promise<ServiceRecord>;
  /**
   * Make the result of `change` the definition of a new version, in one strict transaction; the files stay. If `change`
   * throws, nothing changes.
   *
   * @returns undefined if the service doesn't exist
   */
  editDefinition(
    key: string,
    change: (definition: ServiceDefinition) => ServiceDefinition,
  ): Promise<ServiceRecord | undefined>;
  /**
   * Make a definition the newest version of a service together with some of its files, in one strict transaction.
   *
   * @returns undefined, without writing anything, if the service is no longer the version `before`
   * @throws {Fault} `no-space` when the storage is full; the service is then unchanged
   */
  editFiles(before: ServiceRecord, edit: FilesEdit): Promise<ServiceRecord | undefined>;
  /**
   * Attach a file to a row of a stored table, in one strict transaction. Adding the same file with the same ID again
   * changes nothing.
   *
   * @returns undefined if the service doesn't exist
   * @throws {Fault} `not-found` for the table, `unknown-id` for the row, `bad-value` and `too-large` as
   *   `checkAttachment`, `conflict` if another file has the ID, `no-space` when the storage is full; the service is
   *   then unchanged
   */
  addAttachment(
    key: string,
    table: string,
    attachment: NewAttachment,
    content: Blob,
  ): Promise<ServiceRecord | undefined>;
  /**
   * Remove an attachment and its bytes, in one strict transaction. If it doesn't exist, nothing changes.
   *
   * @returns undefined if the service doesn't exist
   * @throws {Fault} `not-found` for the table, `no-space` when the storage is full
   */
  removeAttachment(key: string, table: string, id: number): Promise<ServiceRecord | undefined>;
  /** Remove a service. Return false if it doesn't exist. */
  remove(key: string): Promise<boolean>;
  /** Open table `name` of this version of a service; open tables are shared. */
  table(service: ServiceRecord, name: string): Promise<Table>;
  /** Open raster `name` of this version of a service; open rasters are shared. */
  raster(service: ServiceRecord, name: string): Promise<Raster>;
  putOutput(blob: Blob, type: string): Promise<OutputFile>;
  /** Return an output file; undefined if it is unknown or expired. */
  output(id: string): Promise<OutputFile | undefined>;
  setting(key: string): Promise<unknown>;
  setSetting(key: string, value: unknown): Promise<void>;
  /** Replace a setting by the result of `change`, in one transaction. Return the new value. */
  changeSetting<T>(key: string, change: (value: T | undefined) => T): Promise<T>;
  /** Remote files that contain the rows of tables. */
  remoteFiles(): Promise<RemoteFiles>;
  readonly maps: MapStore;
  readonly tiles: TileStore;
  /** Identifies the stored data: a new object once the data may differ. Use it as the key for caches of stored data. */
  contents(): object;
  /** All stored data, for backups. */
  readonly archive: Archive;
  close(): void;
}
