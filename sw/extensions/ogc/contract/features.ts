import type { OgcParameters, OgcRows } from './rows.ts';

const format = {
  f: { kind: 'string', doc: 'the format', choices: ['json', 'geojson', 'html'] },
} as const satisfies OgcParameters;

const crs = {
  crs: { kind: 'string', doc: 'URI of the reference system of the response; default: CRS84' },
} as const satisfies OgcParameters;

/** OGC API - Features: part 1 (core, GeoJSON), part 2 (CRS), part 3 (filter, CQL2 text). */
export const featureRows = {
  landing: { doc: 'Get the landing page.', path: '', operations: ['GetDocumentInfo'], parameters: format },
  conformance: {
    doc: 'List the conformance classes of the standard.',
    path: 'conformance',
    operations: [],
    parameters: format,
  },
  api: { doc: 'Describe this API as OpenAPI 3.0.', path: 'api', operations: [], parameters: format },
  collections: {
    doc: 'List the layers as collections.',
    path: 'collections',
    operations: ['GetServerInfo'],
    parameters: format,
  },
  collection: {
    doc: 'Describe a layer.',
    path: 'collections/{collectionId}',
    operations: ['GetServerInfo'],
    parameters: format,
  },
  queryables: {
    doc: 'List the properties that filters can use, as a JSON schema.',
    path: 'collections/{collectionId}/queryables',
    operations: ['GetServerInfo'],
    parameters: format,
  },
  items: {
    doc: 'Get the matching features, page by page. A parameter named after a property filters by its value.',
    path: 'collections/{collectionId}/items',
    needs: 'Data',
    operations: ['QueryFeatureData2', 'QueryFeatureCount2'],
    parameters: {
      ...format,
      ...crs,
      bbox: {
        kind: 'numbers',
        doc: 'minx,miny,maxx,maxy, or six numbers with heights',
        lengths: [4, 6],
      },
      'bbox-crs': { kind: 'string', doc: 'URI of the reference system of the box; default: CRS84' },
      datetime: { kind: 'string', doc: 'an instant, or start/end with .. for an open end' },
      limit: { kind: 'integer', doc: 'maximum number of features per page', minimum: 1 },
      offset: { kind: 'integer', doc: 'number of features to skip', default: '0', minimum: 0 },
      filter: { kind: 'string', doc: 'a condition in CQL2 text' },
      'filter-lang': {
        kind: 'string',
        doc: 'the language of the filter',
        default: 'cql2-text',
        choices: ['cql2-text'],
      },
    },
  },
  item: {
    doc: 'Get one feature.',
    path: 'collections/{collectionId}/items/{featureId}',
    needs: 'Data',
    operations: ['QueryFeatureData2'],
    parameters: { ...format, ...crs },
  },
} as const satisfies OgcRows;
