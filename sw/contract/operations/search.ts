import type { OperationRows } from '../rows.ts';

/** Search. Request and response elements are in wire order. */
export const searchOperations = {
  Find: {
    doc: 'Search the attributes of layers for a text: anywhere and without regard to case when Contains is true, the whole value exactly otherwise; one result for each record.',
    group: 'search',
    request: {
      MapDescription: 'MapDescription',
      MapImageDisplay: 'ImageDisplay',
      SearchString: 'string',
      Contains: 'boolean',
      SearchFields: 'string',
      FindOption: 'gisFindOption',
      LayerIDs: 'ArrayOfInt',
    },
    response: { Result: 'ArrayOfMapServerFindResult' },
    notes: {
      SearchString: 'empty finds nothing',
      Contains: 'true: anywhere, any case; false: the whole value exactly',
      SearchFields: 'comma-separated names; empty: all',
      LayerIDs: 'empty: all',
    },
  },
  Identify: {
    doc: 'Find the features within Tolerance pixels of a shape, layers from top to bottom.',
    group: 'search',
    request: {
      MapDescription: 'MapDescription',
      MapImageDisplay: 'ImageDisplay',
      SearchShape: 'Geometry',
      Tolerance: 'int',
      IdentifyOption: 'gisIdentifyOption',
      LayerIDs: 'ArrayOfInt',
    },
    response: { Result: 'ArrayOfMapServerIdentifyResult' },
    notes: {
      SearchShape: 'in the spatial reference of the description',
      Tolerance: 'pixels',
      LayerIDs: 'empty: all',
    },
  },
  QueryHyperlinks: {
    doc: 'Get the addresses that the features inside the map area carry, visible layers only.',
    group: 'search',
    request: { MapDescription: 'MapDescription', MapImageDisplay: 'ImageDisplay', LayerIDs: 'ArrayOfInt' },
    response: { Result: 'ArrayOfMapServerHyperlink' },
    notes: {
      LayerIDs: 'empty: all',
    },
  },
} as const satisfies OperationRows;
