import type { Plugin } from 'vite';

const contractFile = /\/sw\/contract\/(types|operations|enums)/;
const restFile = /\/sw\/contract\/rest\//;
const typeFile = /\/sw\/contract\/(types|enums)/;

/**
 * Remove the documentation of types and fields from the contract's rows. Keep the documentation of operations.
 *
 * The page's explorer shows all documentation. In the worker, only WSDL annotations would use it, and it would take a
 * tenth of the worker's size limit.
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

/** Remove all documentation from the contract's rows, for scripts that don't show it. */
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
 * Remove unused code from packages:
 *
 * - proj4: military grid references, its reader of datum grids, and datum shifts by EPSG numbers, which `sw/geometry/`
 *   reads from the table of definitions
 * - gifenc: everything except the palette, because its browser entry is CommonJS and can't be tree-shaken
 * - pmtiles: drawing and fetching, which a bundler can only remove from its sources
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
