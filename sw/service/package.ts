import { Unzip, type UnzipFile, zipSync } from 'fflate';
import { duplicate, Fault, reasonOf, wrongValue } from '../contract/index.ts';
import { crc32 } from '../formats/zip/crc32.ts';
import { NativeInflate } from '../formats/zip/native-inflate.ts';
import { openStoredZip, writeStoredZip, type ZipEntry } from '../formats/zip/stored-zip.ts';
import { checkDefinition, checkFiles } from './check-definition.ts';
import type { ServiceDefinition } from './definition.ts';
import { describeFormat, readJson, writeJson } from './package-json.ts';

/** A service outside a store: the content of `service.json` and the files of its tables. */
export interface ServicePackage {
  readonly definition: ServiceDefinition;
  readonly files: Map<string, Blob>;
}

/** A zip, complete or still loading. */
type Packed = Blob | Uint8Array | ReadableStream<Uint8Array>;

const format = 'soapstone-service';
const formatVersion = 1;
const maximumEntries = 2000;
const maximumBytes = 1024 ** 3;
const maximumJsonBytes = 64 * 1024 ** 2;
/** Maximum compression ratio. Real data rarely compresses to less than a twentieth, a zip bomb to a thousandth. */
const maximumRatio = 200;
const freeBytes = 1024 ** 2;
const chunkBytes = 256 * 1024;
const pushedBytes = 8 * 1024;
const pieceBytes = 4 * 1024 ** 2;

/**
 * Pack a service into one file: a zip of `service.json` and the files of its tables.
 *
 * @param files            by name as in the manifests
 * @param options.compress smaller but slower, for downloaded packages; otherwise files are stored uncompressed
 * @throws {Fault} `bad-package` if the definition is invalid or a file is missing
 */
export function packService(
  definition: ServiceDefinition,
  files: ReadonlyMap<string, Uint8Array>,
  options: { readonly compress?: boolean } = {},
): Uint8Array {
  const json = writeCheckedJson(definition, files);
  // No prototype: file names are user data. A fixed time, so that the same content gives the same package.
  const entries: Record<string, Uint8Array> = Object.create(null);
  entries['service.json'] = json;
  for (const [name, bytes] of files) entries[name] = bytes;
  return zipSync(entries, { level: options.compress ? 9 : 0, mtime: '2000-01-01T00:00:00Z' });
}

/**
 * Pack a service for this browser's server: files are stored uncompressed, and the package refers to them.
 *
 * @throws {Fault} as `packService`
 */
export function packToSend(definition: ServiceDefinition, files: ReadonlyMap<string, Uint8Array>): Blob {
  const entries = [['service.json', writeCheckedJson(definition, files)] as const, ...files];
  return writeStoredZip(
    entries.map(([name, bytes]) => ({
      name,
      content: new Blob([bytes as Uint8Array<ArrayBuffer>]),
      crc32: crc32(bytes),
    })),
  );
}

/** Return the content of `service.json` after checking definition and files. */
function writeCheckedJson(definition: ServiceDefinition, files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  checkDefinition(definition);
  checkFiles(definition, new Map([...files].map(([name, bytes]) => [name, bytes.length])));
  return new TextEncoder().encode(writeJson({ format, formatVersion, definition }));
}

/**
 * Pack a stored service without loading its files: each is read once in pieces for its checksum, and the package refers
 * to them.
 *
 * @param yieldNow awaited between pieces
 */
export async function packStored(
  definition: ServiceDefinition,
  files: ReadonlyMap<string, Blob>,
  yieldNow: () => Promise<void>,
): Promise<Blob> {
  const json = new Blob([writeJson({ format, formatVersion, definition })]);
  const entries: ZipEntry[] = [];
  for (const [name, content] of [['service.json', json] as const, ...files]) {
    let checksum = 0;
    for (let start = 0; start < content.size; start += pieceBytes) {
      checksum = crc32(new Uint8Array(await content.slice(start, start + pieceBytes).arrayBuffer()), checksum);
      await yieldNow();
    }
    entries.push({ name, content, crc32: checksum });
  }
  return writeStoredZip(entries);
}

/**
 * Unpack a package made by `packService`, without trusting it: bytes are counted while unpacking, file names must match
 * the manifests, and the definition is checked.
 *
 * @throws {Fault} `bad-package` if it isn't a package, is damaged or inconsistent; `too-large` above 1 GiB or 2,000
 *   entries
 */
export async function unpackService(packed: Packed): Promise<ServicePackage> {
  const entries = (await openStored(packed)) ?? (await unzip(packed));
  const json = entries.get('service.json');
  if (!json) throw wrongValue('bad-package', 'Package', 'service.json', 'nothing');
  entries.delete('service.json');
  if (json.size > maximumJsonBytes) {
    throw wrongValue('too-large', 'service.json', `at most ${maximumJsonBytes} bytes`, `${json.size}`);
  }
  const head = readJson(await json.text());
  if (head.format !== format || head.formatVersion !== formatVersion) {
    const actual = describeFormat(head.format, head.formatVersion);
    throw wrongValue('bad-package', 'service.json', describeFormat(format, formatVersion), actual);
  }
  const definition = checkDefinition(head.definition);
  checkFiles(definition, new Map([...entries].map(([name, blob]) => [name, blob.size])));
  return { definition, files: entries };
}

/**
 * Open a package with uncompressed files, like the page sends it. The files are slices of the package and aren't read.
 *
 * @returns undefined for any other package, and for an invalid package, which `unzip` then reports
 */
async function openStored(packed: Packed): Promise<Map<string, Blob> | undefined> {
  if (!(packed instanceof Blob)) return undefined;
  const files = await openStoredZip(packed, maximumEntries).catch(() => undefined);
  let bytes = 0;
  for (const { size } of files?.values() ?? []) bytes += size;
  // Entries of a zip may overlap.
  return bytes <= packed.size ? files : undefined;
}

/**
 * Read a zip, counting bytes while unpacking.
 *
 * @throws {Fault} `bad-package` if the zip is damaged; `too-large` above 1 GiB, 2,000 entries or the maximum
 *   compression ratio
 */
export async function unzip(packed: Packed): Promise<Map<string, Blob>> {
  const entries = new Map<string, Blob | undefined>();
  const inflaters: NativeInflate[] = [];
  const count = { pushedBytes: 0, outBytes: 0 };
  let failure: unknown;
  const unzipper = new Unzip((entry) => {
    const { name } = entry;
    if (entries.has(name)) throw duplicate('Package', 'file', name, 'bad-package');
    if (entries.size >= maximumEntries)
      throw wrongValue('too-large', 'Package', `at most ${maximumEntries} files`, 'more');
    entries.set(name, undefined);
    collect(entry, count, (content, error) => {
      failure ??= error;
      entries.set(name, content);
    });
  });
  unzipper.register(
    class extends NativeInflate {
      constructor() {
        super();
        inflaters.push(this);
      }
    },
  );
  try {
    for await (const chunk of readPackedChunks(packed)) {
      // Push small pieces, because the reader recurses once for each entry in a piece.
      for (let start = 0; start < chunk.length; start += pushedBytes) {
        const piece = chunk.subarray(start, start + pushedBytes);
        count.pushedBytes += piece.length;
        unzipper.push(piece);
        if (failure) throw failure;
      }
    }
    unzipper.push(new Uint8Array(0), true);
    for (const inflater of inflaters) inflater.finish();
    await Promise.all(inflaters.map(({ ended }) => ended));
    if (failure) throw failure;
  } catch (error) {
    for (const inflater of inflaters) inflater.terminate();
    if (error instanceof Fault) throw error;
    throw new Fault('bad-package', `Package isn't a zip file: ${reasonOf(error)}.`);
  }
  const contents = new Map<string, Blob>();
  for (const [name, content] of entries) {
    if (!content) throw new Fault('bad-package', `Package: file "${name.slice(0, 100)}" is cut off.`);
    contents.set(name, content);
  }
  return contents;
}

/** Collect the bytes of one entry, and stop with a fault if it unpacks to an implausible size. */
function collect(
  entry: UnzipFile,
  count: { readonly pushedBytes: number; outBytes: number },
  end: (content: Blob | undefined, error?: unknown) => void,
): void {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  entry.ondata = (error, chunk, isLast) => {
    if (error) return end(undefined, error);
    count.outBytes += chunk.length;
    const maxBytes = Math.min(maximumBytes, freeBytes + maximumRatio * count.pushedBytes);
    if (count.outBytes > maxBytes) {
      const path = `Package, entry "${entry.name.slice(0, 100)}"`;
      end(undefined, wrongValue('too-large', path, `at most ${maxBytes} bytes`, `${count.outBytes}`));
      entry.terminate?.();
      return;
    }
    chunks.push(chunk as Uint8Array<ArrayBuffer>);
    if (isLast) end(new Blob(chunks));
  };
  entry.start();
}

async function* readPackedChunks(packed: Packed): AsyncGenerator<Uint8Array> {
  if (packed instanceof Uint8Array) {
    for (let start = 0; start < packed.length; start += chunkBytes) yield packed.subarray(start, start + chunkBytes);
    return;
  }
  const reader = (packed instanceof Blob ? packed.stream() : packed).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A failed stream can't be canceled, and has already reported the error.
    reader.cancel().catch(() => undefined);
  }
}
