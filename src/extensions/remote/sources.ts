import { askJson, inPath } from '../../connection/call.ts';

/** A remote file with the rows of a table. */
export interface Source {
  readonly table: string;
  readonly address: string;
  /** Empty for a local file, which is no longer read. */
  readonly host: string;
  /** Host and path, or the name of a local file. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly version: string;
  /** Bytes stored in this browser. */
  readonly storedBytes: number;
  /** Additional bytes stored for areas without network. */
  readonly pinnedBytes: number;
  readonly limitBytes: number;
  /** Whether the user has agreed to requests to its server. */
  readonly isAllowed: boolean;
}

/** Return the path of a service's remote files. */
export const sourcesPath = (service: string): string => `admin/sources/${inPath(service)}`;

/** Read the list of a service's remote files. @throws {ServiceFault} */
export const readSources = async (service: string): Promise<readonly Source[]> =>
  (await askJson<{ sources: Source[] }>('sources', sourcesPath(service))).sources;

/** A change of a file's stored data. Without other members, it replaces the signature of the address. */
export interface SourceChange {
  readonly address: string;
  /** Allow requests to its server. */
  readonly isAllowed?: true;
  readonly limitBytes?: number;
  /** Blocks to store permanently. */
  readonly pin?: readonly number[];
  /** Delete the permanently stored blocks. */
  readonly unpin?: true;
}

/**
 * Change the stored data of a file, or renew the signature of its address. @throws {ServiceFault} nothing changes then
 */
export const changeSource = async (service: string, change: SourceChange): Promise<readonly Source[]> =>
  (
    await askJson<{ sources: Source[] }>('sources', sourcesPath(service), {
      method: 'POST',
      body: JSON.stringify(change),
    })
  ).sources;

/** Delete the data of the files in this browser. @throws {ServiceFault} */
export const forgetSources = async (service: string): Promise<readonly Source[]> =>
  (await askJson<{ sources: Source[] }>('sources', sourcesPath(service), { method: 'DELETE' })).sources;
