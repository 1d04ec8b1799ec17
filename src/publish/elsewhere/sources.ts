import { askJson, inPath } from '../../connection/call.ts';

/** A file elsewhere whose rows are a table of a service. */
export interface Source {
  readonly table: string;
  readonly address: string;
  /** Empty for a file on this computer. */
  readonly host: string;
  /** Host and path, or the name of a file on this computer. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly version: string;
  /** In this browser. */
  readonly storedBytes: number;
  readonly limitBytes: number;
}

const pathOf = (service: string): string => `admin/sources/${inPath(service)}`;

/** @throws {ServiceFault} */
export const readSources = async (service: string): Promise<readonly Source[]> =>
  (await askJson<{ sources: Source[] }>('sources', pathOf(service))).sources;

/** Set the limit of a file, or renew what signs its address. @throws {ServiceFault} and all is as before */
export const changeSource = async (
  service: string,
  change: { readonly address: string; readonly limitBytes?: number },
): Promise<readonly Source[]> =>
  (await askJson<{ sources: Source[] }>('sources', pathOf(service), { method: 'POST', body: JSON.stringify(change) }))
    .sources;

/** Drop what of the files is stored in this browser. @throws {ServiceFault} */
export const forgetSources = async (service: string): Promise<readonly Source[]> =>
  (await askJson<{ sources: Source[] }>('sources', pathOf(service), { method: 'DELETE' })).sources;
