import type { OperationRows } from '../rows.ts';

/** Service and map description. Request and response elements are in wire order. */
export const descriptionOperations = {
  GetDocumentInfo: {
    doc: 'Get what the author wrote about the document: Title, Subject, Author, Category, Keywords and Comments, empty when unset.',
    group: 'description',
    request: {},
    response: { Result: 'PropertySet' },
  },
  GetMapCount: {
    doc: 'Count the maps of the service.',
    group: 'description',
    request: {},
    response: { Result: 'int' },
  },
  GetMapName: {
    doc: 'Get the name of the map at an index counted from 0; an index outside is a fault.',
    group: 'description',
    request: { Index: 'int' },
    response: { Result: 'string' },
    notes: {
      Index: 'from 0',
    },
  },
  GetDefaultMapName: {
    doc: 'Get the name of the default map, with which most clients begin.',
    group: 'description',
    request: {},
    response: { Result: 'string' },
  },
  GetServerInfo: {
    doc: 'Get everything published about a map: extents, layers, tables, units, and a complete description to send back in other requests.',
    group: 'description',
    request: { MapName: 'string' },
    response: { Result: 'MapServerInfo' },
  },
  GetServiceConfigurationInfo: {
    doc: 'Get the limits of the service: MaximumRecordCount, MaximumListLength and MaximumLayerCount of a request, MaximumImageWidth and MaximumImageHeight, MaximumBufferCount, SupportedImageFormatTypes and UseStandardizedQueries.',
    group: 'description',
    request: {},
    response: { Result: 'PropertySet' },
  },
  GetSupportedImageReturnTypes: {
    doc: 'Get whether images are only embedded (gisImageReturnMimeData) or also have a URL (gisImageReturnURL).',
    group: 'description',
    request: {},
    response: { Result: 'gisImageReturnType' },
  },
  IsFixedScaleMap: {
    doc: 'Tell whether a map is served from a tile cache.',
    group: 'description',
    request: { MapName: 'string' },
    response: { Result: 'boolean' },
  },
  GetSQLSyntaxInfo: {
    doc: 'Get the SQL that where clauses on a layer or table may use.',
    group: 'description',
    request: { MapName: 'string', LayerID: 'int' },
    response: { Result: 'SQLSyntaxInfo' },
  },
  GetMapTableSubtypeInfos: {
    doc: 'Get the subtypes of layers and tables by id, with the domains of their fields; no ids mean all, and tables without subtypes are left out.',
    group: 'description',
    request: { MapName: 'string', TableIDs: 'ArrayOfInt?' },
    response: { Result: 'ArrayOfMapTableSubtypeInfo' },
    notes: {
      TableIDs: 'empty: all layers and tables',
    },
  },
  GetMapTableSubtypeInfos2: {
    doc: 'Get the subtypes of layers by description, so that layers defined by the request are included; no descriptions mean all published layers.',
    group: 'description',
    request: { MapName: 'string', LayerDescriptions: 'ArrayOfLayerDescription?' },
    response: { Result: 'ArrayOfMapTableSubtypeInfo' },
  },
} as const satisfies OperationRows;
