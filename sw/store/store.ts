import type { Extent } from '../geometry/extent.ts';
import type { BatchCache } from '../rows/batch-cache.ts';
import type { RemoteSource, TableManifest } from '../rows/manifest.ts';
import type { Table } from '../rows/table.ts';
import type { MapDefinition, RasterManifest, ServiceDefinition } from '../service/definition.ts';
import type { NewAttachment } from '../service/edit-attachments.ts';
import type { Raster } from '../service/raster-source.ts';
import type { CacheSettings } from '../tiles/tile-cache.ts';
import type { MapStore } from './map-store.ts';
import type { TileStore } from './tiles/tile-store.ts';

/** A published service as the catalogue knows it. */
export interface ServiceRecord {
  /** `name` or `folder/name`. */
  readonly key: string;
  /** Grows by one with every publication of this key. */
  readonly version: number;
  readonly definition: ServiceDefinition;
  /** Epoch milliseconds. */
  readonly publishedAt: number;
  readonly bytes: number;
  /** The version under which its files are stored, where that is an earlier one: a definition changes alone. */
  readonly filesVersion?: number;
  /** The version whose pictures still hold, where only what is never drawn has changed since. */
  readonly drawnVersion?: number;
  /** Of a composed map: where its tables and rasters are stored, by their names in its definition. */
  readonly origins?: ReadonlyMap<string, { readonly service: ServiceRecord; readonly name: string }>;
}

/** A definition with the files that it names and those of the version before do not have, and with those that it no longer names. */
export interface FilesEdit {
  readonly definition: ServiceDefinition;
  readonly written: ReadonlyMap<string, Blob>;
  readonly removed: readonly string[];
  /** Pictures of the service still hold. */
  readonly isDrawnAsBefore?: boolean;
}

export interface OutputFile {
  readonly id: string;
  readonly blob: Blob;
  readonly type: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** A row of the database. */
export interface ArchivedRow {
  readonly key: IDBValidKey;
  readonly value: unknown;
}
export type ArchivedStores = ReadonlyMap<string, readonly ArchivedRow[]>;

/** The whole database, store by store: a store that a later version adds comes along by itself. */
export interface Archive {
  /**
   * Read every lasting store at one moment. Files are handles; no bytes of theirs are read.
   *
   * @param turn    makes what is answered instead of a value, at once: of many tiles only a few are in memory
   * @param leftOut names of stores that are not read
   */
  readAll(turn?: (value: unknown, store: string) => unknown, leftOut?: ReadonlySet<string>): Promise<ArchivedStores>;
  /**
   * Replace all that is stored by rows, in one strict transaction; a store that is not named becomes empty.
   * Services get versions never used before, since a version never means two contents.
   *
   * @param untouched names of stores that stay as they are
   * @param isForeign whether the rows come from a file: settings of this browser stay then
   * @returns how many services there are now
   */
  replaceAll(stores: ArchivedStores, untouched?: ReadonlySet<string>, isForeign?: boolean): Promise<number>;
}

/** How much of a file elsewhere is stored, and how much may be. */
export interface BlockUse {
  /** Of what was read, without what is pinned. */
  readonly bytes: number;
  readonly pinnedBytes: number;
  readonly limitBytes: number;
}

/** Blocks of a file by their numbers, ascending. */
export interface FileBlocks {
  readonly file: RemoteSource;
  readonly blocks: readonly number[];
}

interface RemoteTile {
  readonly level: number;
  readonly row: number;
  readonly col: number;
}

/** An archive of tiles on another server, of which a cache serves the tiles as they are. */
export interface RemoteTiles {
  /** As stored, packed where the archive packs its tiles; undefined when there is none. @throws {Fault} `source-failed` */
  tile(at: RemoteTile): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** @throws {Fault} `source-failed` */
  has(at: RemoteTile): Promise<boolean>;
}

/** What the store does for files elsewhere. */
export interface RemoteFiles {
  /** Open a table whose manifest names a file elsewhere; faults as `openFlatGeobuf`. */
  table(manifest: TableManifest, cache: BatchCache): Promise<Table>;
  /** Open a raster whose manifest names a file elsewhere. @throws {Fault} `source-failed` */
  raster(manifest: RasterManifest, cache: BatchCache): Promise<Raster>;
  /** Open the archive of tiles of a map, where its tiles serve a cache as they are. @throws {Fault} `source-failed` */
  tilesOf(map: MapDefinition, manifest: RasterManifest, settings: CacheSettings): Promise<RemoteTiles | undefined>;
  /** The address of a file without what signs it. @throws {Fault} `bad-value` */
  addressOf(address: string): string;
  /** What is stored of a file. */
  use(address: string): Promise<BlockUse>;
  setLimit(address: string, bytes: number): Promise<void>;
  /** Whether a person has agreed that the server of a file is asked. */
  isAllowed(address: string): Promise<boolean>;
  allow(address: string): Promise<void>;
  /**
   * Find the blocks of each file that requests in a window read. Only what says where the others are is fetched.
   *
   * @param window in the reference of the layer
   * @throws {Fault} as opening and reading
   */
  blocksOfTable(manifest: TableManifest, window: Extent): Promise<FileBlocks[]>;
  /** As `blocksOfTable`; of levels as coarse as `resolution` (units a pixel) and coarser. */
  blocksOfRaster(manifest: RasterManifest, window: Extent, resolution: number): Promise<FileBlocks[]>;
  /** Numbers of the blocks of a file that are stored, and of those among them that are pinned. */
  storedBlocks(
    file: RemoteSource,
  ): Promise<{ readonly all: ReadonlySet<number>; readonly pinned: ReadonlySet<number> }>;
  /** Fetch what is missing of some blocks, and store all so that others do not drive them out. @throws {Fault} also `no-space` */
  pin(file: RemoteSource, blocks: readonly number[]): Promise<void>;
  /** Drop what is pinned of a file. */
  unpin(address: string): Promise<void>;
  /** Drop what is stored of a file. */
  forget(address: string): Promise<void>;
  /**
   * Fetch a file by another signature from now on; it stays in this browser.
   *
   * @throws {Fault} `bad-value` for what is no address of the file
   */
  renew(address: string): Promise<void>;
}

/** What handlers can do with the storage. Every write is one transaction and safe to run twice. */
export interface Store {
  /** All services, by key ascending. */
  services(): Promise<ServiceRecord[]>;
  /** Undefined when there is none. */
  service(key: string): Promise<ServiceRecord | undefined>;
  /**
   * Make `files` the newest version of the service in one strict transaction; the old version is gone after it.
   *
   * @param files by name as in the manifests; each is stored as one Blob
   * @throws {Fault} `no-space` when the quota is exceeded, and then the catalogue is as before
   */
  publish(definition: ServiceDefinition, files: ReadonlyMap<string, Blob>): Promise<ServiceRecord>;
  /**
   * Make what `change` answers the definition of a new version, in one strict transaction; the files stay as they are.
   * What `change` throws leaves everything as before.
   *
   * @returns undefined when there is no such service
   */
  editDefinition(
    key: string,
    change: (definition: ServiceDefinition) => ServiceDefinition,
  ): Promise<ServiceRecord | undefined>;
  /**
   * Make a definition the newest version of a service together with some of its files, in one strict transaction.
   *
   * @returns undefined when the service is another version than `before` by now, and then nothing was written
   * @throws {Fault} `no-space`; the service is as before
   */
  editFiles(before: ServiceRecord, edit: FilesEdit): Promise<ServiceRecord | undefined>;
  /**
   * Attach a file to a row of a stored table, in one strict transaction. The same file under the same id again changes nothing.
   *
   * @returns undefined when there is no such service
   * @throws {Fault} `not-found` for the table, `unknown-id` for the row, `bad-value`, `too-large`, `conflict` when the id is in
   *   use with another file, `no-space`; the service is as before
   */
  addAttachment(
    key: string,
    table: string,
    attachment: NewAttachment,
    content: Blob,
  ): Promise<ServiceRecord | undefined>;
  /**
   * Take an attached file and its bytes away, in one strict transaction. One that is gone already changes nothing.
   *
   * @returns undefined when there is no such service
   * @throws {Fault} `not-found` for the table, `no-space`
   */
  removeAttachment(key: string, table: string, id: number): Promise<ServiceRecord | undefined>;
  /** False when there was none. */
  remove(key: string): Promise<boolean>;
  /** Open table `name` of that version of a service; tables already open are shared. */
  table(service: ServiceRecord, name: string): Promise<Table>;
  /** Open raster `name` of that version of a service; rasters already open are shared. */
  raster(service: ServiceRecord, name: string): Promise<Raster>;
  putOutput(blob: Blob, type: string): Promise<OutputFile>;
  /** Undefined when unknown or expired. */
  output(id: string): Promise<OutputFile | undefined>;
  setting(key: string): Promise<unknown>;
  setSetting(key: string, value: unknown): Promise<void>;
  /** Replace the value by what `change` makes of it, in one transaction; answers it. */
  changeSetting<T>(key: string, change: (value: T | undefined) => T): Promise<T>;
  /** Files elsewhere whose rows are tables of services. */
  remoteFiles(): Promise<RemoteFiles>;
  readonly maps: MapStore;
  readonly tiles: TileStore;
  /** Identifies what is stored: a new object once the data may differ. Caches of stored data are keyed by it. */
  contents(): object;
  /** Everything at once, for backups. */
  readonly archive: Archive;
  close(): void;
}
