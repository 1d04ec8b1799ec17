import type { Value } from '../../contract/index.ts';
import type { ServiceDefinition } from '../../service/definition.ts';
import { readJson, writeJson } from '../../service/package-json.ts';

/** A map to share as a single web page. */
export interface SharedMap {
  readonly title: string;
  readonly text: string;
  /** Language of the viewer's interface. */
  readonly language: 'de' | 'en';
  /** One line per source. */
  readonly credits: readonly string[];
  /** A service with one map. Its layers have the shared style and visibility, and its rows are filtered already. */
  readonly definition: ServiceDefinition;
  /** The filters of the shared map in words, by LayerID. Absent in older files. */
  readonly notes?: Readonly<Record<number, string>>;
  /** The background: a service, and its drawings for light and dark pages. */
  readonly backgroundMap?: {
    readonly definition: ServiceDefinition;
    readonly light: Value<'MapDescription'>;
    readonly dark: Value<'MapDescription'>;
  };
  /** Rows of the coordinate system table that the map needs, in the format of that file. */
  readonly systems?: string;
  readonly fonts: readonly { readonly file: string; readonly weight: number; readonly unicodeRange: string }[];
}

/** A shared map and its files by name. Names of background files begin with `background/`; fonts have their paths. */
export interface SharedContents {
  readonly map: SharedMap;
  readonly files: ReadonlyMap<string, Blob>;
}

/**
 * Write a shared map as bytes: the length of its JSON (four bytes, little-endian), the JSON with the file lengths, then
 * the files.
 */
export function packShared({ map, files }: SharedContents): Blob {
  const lengths = Array.from(files, ([name, { size }]) => [name, size]);
  const json = new TextEncoder().encode(writeJson({ map, files: lengths }));
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, json.length, true);
  return new Blob([length.buffer, json, ...files.values()]);
}

/** Read the bytes that `packShared` wrote. @throws {Fault} `bad-package` if the JSON is invalid */
export function unpackShared(bytes: ArrayBuffer): SharedContents {
  const length = new DataView(bytes).getUint32(0, true);
  const json = readJson(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  const { map, files: lengths } = json as unknown as { map: SharedMap; files: readonly [string, number][] };
  const files = new Map<string, Blob>();
  let offset = 4 + length;
  for (const [name, size] of lengths) {
    files.set(name, new Blob([new Uint8Array(bytes, offset, size)]));
    offset += size;
  }
  return { map, files };
}
