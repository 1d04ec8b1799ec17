import type { TypeRows } from '../rows.ts';

/** Results of Find, Identify and QueryHyperlinks. Fields are in wire order. */
export const searchTypes = {
  ArrayOfMapServerFindResult: { list: 'MapServerFindResult', item: 'MapServerFindResult' },
  ArrayOfMapServerHyperlink: { list: 'MapServerHyperlink', item: 'MapServerHyperlink' },
  ArrayOfMapServerIdentifyResult: { list: 'MapServerIdentifyResult', item: 'MapServerIdentifyResult' },
  ArrayOfMapServerRow: { list: 'MapServerRow', item: 'MapServerRow' },
  MapServerFindResult: {
    doc: 'A record that Find met: the value and field that matched, layer and feature id, shape and properties.',
    fields: {
      Value: 'string',
      LayerID: 'int',
      FeatureID: 'int',
      FieldName: 'string',
      Shape: 'Geometry?',
      Properties: 'PropertySet?',
    },
  },
  MapServerHyperlink: {
    doc: 'An address that a visible feature carries, exactly as stored, and where the feature is.',
    fields: {
      Location: 'Geometry?',
      URL: 'string',
    },
  },
  MapServerIdentifyResult: {
    doc: 'A feature that Identify met: layer, display name, properties, shape, related rows and pop-up.',
    fields: {
      LayerID: 'int',
      Name: 'string',
      Properties: 'PropertySet?',
      Shape: 'Geometry?',
      Relationships: 'ArrayOfMapServerRelationship?',
      HTMLPopup: 'string?',
      FeatureID: 'int?',
    },
  },
  MapServerRow: {
    doc: 'A related row: its display name, properties and further relations.',
    fields: {
      Name: 'string',
      Properties: 'PropertySet?',
      Relationships: 'ArrayOfMapServerRelationship?',
      FeatureID: 'int?',
    },
  },
} as const satisfies TypeRows;
