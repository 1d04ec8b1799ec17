import type { Value } from '../../contract/index.ts';
import type { ServiceDefinition } from '../../service/definition.ts';
import { readJson, writeJson } from '../../service/package-json.ts';

/** A map as a web page of its own has it: what is drawn, and what its viewer says. */
export interface SharedMap {
  readonly title: string;
  readonly text: string;
  /** Of the viewer's own texts. */
  readonly language: 'de' | 'en';
  /** One line for each source. */
  readonly credits: readonly string[];
  /** One map, whose layers have the style and switches that were shared; its rows need no further filter. */
  readonly definition: ServiceDefinition;
  /** Which rows the filters of the shared map left, in words, by LayerID; absent in files without. */
  readonly notes?: Readonly<Record<number, string>>;
  /** What lies under the layers: a service, and how it is drawn on light and on dark pages. */
  readonly backgroundMap?: {
    readonly definition: ServiceDefinition;
    readonly light: Value<'MapDescription'>;
    readonly dark: Value<'MapDescription'>;
  };
  /** Rows of the table of coordinate systems that the map needs, as its file has them. */
  readonly systems?: string;
  readonly fonts: readonly { readonly file: string; readonly weight: number; readonly unicodeRange: string }[];
}

/** A shared map with its files by name; those of the background begin with `background/`, fonts have their paths. */
export interface SharedContents {
  readonly map: SharedMap;
  readonly files: ReadonlyMap<string, Blob>;
}

/**
 * Write a shared map as one run of bytes: the length of its JSON in four bytes, little-endian, the JSON with the
 * lengths of the files, then the files.
 */
export function packShared({ map, files }: SharedContents): Blob {
  const lengths = Array.from(files, ([name, { size }]) => [name, size]);
  const json = new TextEncoder().encode(writeJson({ map, files: lengths }));
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, json.length, true);
  return new Blob([length.buffer, json, ...files.values()]);
}

/** Read what `packShared` wrote. @throws {Fault} `bad-package` when the JSON is none */
export function unpackShared(bytes: ArrayBuffer): SharedContents {
  const length = new DataView(bytes).getUint32(0, true);
  const json = readJson(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  const { map, files: lengths } = json as unknown as { map: SharedMap; files: readonly [string, number][] };
  const files = new Map<string, Blob>();
  let at = 4 + length;
  for (const [name, size] of lengths) {
    files.set(name, new Blob([new Uint8Array(bytes, at, size)]));
    at += size;
  }
  return { map, files };
}
