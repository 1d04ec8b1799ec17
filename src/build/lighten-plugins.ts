import type { Plugin } from 'vite';

const contractFile = /\/sw\/contract\/(types|operations|enums)/;
const restFile = /\/sw\/contract\/rest\//;
const typeFile = /\/sw\/contract\/(types|enums)/;

/**
 * Cut the words on types and their fields out of the contract's rows; those on operations stay. The explorer of the page
 * shows them all; in the worker only annotations of the WSDL would, for a tenth of the size that it may have.
 */
export function withoutTypeText(): Plugin {
  return {
    name: 'soapstone:without-type-words',
    enforce: 'pre',
    transform(code, id) {
      if (!contractFile.test(id)) return undefined;
      return { code: typeFile.test(id) ? cutDocs(cutNotes(code)) : cutNotes(code), map: null };
    },
  };
}

/** Cut all words for people out of the contract's rows, for scripts in which no person reads them. */
export function withoutText(): Plugin {
  return {
    name: 'soapstone:without-words',
    enforce: 'pre',
    transform: (code, id) =>
      contractFile.test(id) || restFile.test(id) ? { code: cutDocs(cutNotes(code)), map: null } : undefined,
  };
}

const cutNotes = (code: string): string =>
  code.replace(/^ {4}notes: \{\n(?: {6}.*\n)*? {4}\},\n/gm, '').replace(/^ {4}notes: \{.*\},\n/gm, '');

const cutDocs = (code: string): string =>
  code
    .replace(/^\s*doc:\s*(?:\n\s*)?'(?:[^'\\]|\\.)*',?\n/gm, '')
    .replace(/((?:\{|,) )doc: '(?:[^'\\]|\\.)*'(?:, | (?=\}))/g, '$1')
    .replace(/^\s*doc:\s*(?:\n\s*)?"(?:[^"\\]|\\.)*",?\n/gm, '')
    .replace(/(\{ )doc: "(?:[^"\\]|\\.)*", /g, '$1');

/**
 * Leave out what packages bring and nothing here calls: of proj4 the military grid references, its reader of datum grids, and its
 * shifts by the EPSG numbers of base systems, which `sw/geometry/` takes from the table of definitions; of gifenc all but the
 * palette, as its entry for browsers is CommonJS and comes whole; and of pmtiles what draws maps and fetches, which only its sources
 * let a bundler leave out.
 */
export function withoutDeadParts(): Plugin {
  const empty = '\0soapstone:empty';
  return {
    name: 'soapstone:without-dead-parts',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source === 'gifenc') return this.resolve('gifenc/dist/gifenc.esm.js', importer);
      if (source === 'pmtiles')
        return (await this.resolve(source, importer, { skipSelf: true }))?.id.replace(
          '/dist/esm/index.js',
          '/src/index.ts',
        );
      return source === 'mgrs' && importer?.includes('/proj4/') ? empty : undefined;
    },
    load: (id) =>
      id === empty ? 'export const toPoint = undefined, forward = undefined; export default {};' : undefined,
    transform(code, id) {
      if (id.endsWith('/proj4/lib/index.js'))
        return { code: code.replace(/^(import nadgrid .*| {2}nadgrid,)\n/gm, ''), map: null };
      if (id.endsWith('/proj4/lib/constants/Datum.js'))
        return { code: code.replace(/^ {2}EPSG_\d+: \{[^}]*\},?\n/gm, ''), map: null };
      return undefined;
    },
  };
}
