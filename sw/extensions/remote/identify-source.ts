import { checkUncompressed, type RangeReader, sourceFault } from '../../formats/reading/range-reader.ts';
import type { SourceAddress } from '../../formats/reading/source-address.ts';
import type { RemoteSource } from '../../rows/manifest.ts';
import { type BlockHost, blockBytes, createBlockMemory, createBlockReader, noStore } from './block-reader.ts';
import { exposedHeaders, fetchRange, plainRequest, versionlessFault } from './fetch-range.ts';

/** Resources for reading a remote file before it is a layer. */
type SourceHost = Pick<BlockHost, 'fetchRemote'>;

/** The current version of a remote file, with its first bytes. */
export interface IdentifiedSource {
  readonly file: RemoteSource;
  /** At most 64 KiB. */
  readonly head: Uint8Array<ArrayBuffer>;
  /** A reader that stores nothing. */
  readonly reader: RangeReader;
  /**
   * Find a related file whose address has an additional ending.
   *
   * @returns undefined if there is none or its server doesn't answer; also for a signed address, because the signature
   *   is for one file only
   */
  beside(ending: string): Promise<IdentifiedSource | undefined>;
}

/**
 * Determine the size and version of a remote file, in one or two requests.
 *
 * @throws {Fault} `source-failed` if the file can't be read, or its size or version is hidden
 */
export async function identifySource(source: SourceAddress, host: SourceHost): Promise<IdentifiedSource> {
  const { address, signedAddress } = source;
  const { bytes, ...known } = await readHead(source, host);
  const file = { address, ...known };
  const blockHost: BlockHost = {
    ...host,
    store: noStore,
    memory: createBlockMemory(),
    signedAddress: async () => signedAddress,
  };
  const beside = async (ending: string): Promise<IdentifiedSource | undefined> => {
    if (signedAddress !== address) return undefined;
    const url = new URL(address);
    url.pathname += ending;
    return identifySource({ address: url.href, signedAddress: url.href }, host).catch(() => undefined);
  };
  return { file, head: bytes, reader: createBlockReader(file, blockHost, bytes), beside };
}

type Head = Omit<RemoteSource, 'address'> & { readonly bytes: Uint8Array<ArrayBuffer> };

async function readHead(source: SourceAddress, { fetchRemote }: SourceHost): Promise<Head> {
  const { bytes, sizeBytes, version } = await fetchRange(fetchRemote, source, 0, blockBytes);
  checkUncompressed(source.address, bytes);
  if (version === '') throw versionlessFault(source.address);
  if (sizeBytes !== undefined) return { bytes, version, sizeBytes };
  // A server that hides Content-Range from other origins still exposes the length of the whole file.
  const head = await fetchRemote(source.signedAddress, { ...plainRequest, method: 'HEAD' }).catch(() => undefined);
  const length = Number(head?.ok ? head.headers.get('content-length') : Number.NaN);
  if (length >= bytes.length) return { bytes, version, sizeBytes: length };
  const message = 'its server does not tell pages of other origins how large the file is.';
  throw sourceFault(source.address, 'hidden', `${message} ${exposedHeaders}`);
}
