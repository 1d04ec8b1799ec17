import { askJson, inPath } from '../../connection/call.ts';

/** A file elsewhere whose rows are a table of a service. */
export interface Source {
  readonly table: string;
  readonly address: string;
  /** Empty for a file on this computer, which is no longer read. */
  readonly host: string;
  /** Host and path, or the name of a file on this computer. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly version: string;
  /** In this browser. */
  readonly storedBytes: number;
  /** Beside these: of areas that are there without network. */
  readonly pinnedBytes: number;
  readonly limitBytes: number;
  /** A person has agreed that its server is asked. */
  readonly isAllowed: boolean;
}

/** Path of the files elsewhere of a service. */
export const sourcesPath = (service: string): string => `admin/sources/${inPath(service)}`;

/** @throws {ServiceFault} */
export const readSources = async (service: string): Promise<readonly Source[]> =>
  (await askJson<{ sources: Source[] }>('sources', sourcesPath(service))).sources;

/** A change of what is stored of a file, or without one the address with another signature. */
export interface SourceChange {
  readonly address: string;
  /** Allow requests to its server. */
  readonly isAllowed?: true;
  readonly limitBytes?: number;
  /** Blocks to store for good. */
  readonly pin?: readonly number[];
  /** Drop those. */
  readonly unpin?: true;
}

/** Change what is stored of a file, or renew what signs its address. @throws {ServiceFault} and all is as before */
export const changeSource = async (service: string, change: SourceChange): Promise<readonly Source[]> =>
  (
    await askJson<{ sources: Source[] }>('sources', sourcesPath(service), {
      method: 'POST',
      body: JSON.stringify(change),
    })
  ).sources;

/** Drop what of the files is stored in this browser. @throws {ServiceFault} */
export const forgetSources = async (service: string): Promise<readonly Source[]> =>
  (await askJson<{ sources: Source[] }>('sources', sourcesPath(service), { method: 'DELETE' })).sources;
