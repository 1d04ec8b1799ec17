import type { TableInput } from '../../../sw/rows/write/table-input.ts';
import { writeTable } from '../../../sw/rows/write/write-table.ts';
import { defaultLimits, type ServiceDefinition } from '../../../sw/service/definition.ts';
import { field, makeGeometryBatch, wgs84 } from '../rows/made-table.ts';

export interface MadeService {
  readonly definition: ServiceDefinition;
  readonly files: Map<string, Uint8Array>;
}

export const threePlaces: TableInput = {
  name: 'places',
  fields: [field('NAME'), field('POP', 'gisFieldTypeInteger')],
  columns: [
    ['Bern', 'Zürich', null],
    [134000, 421000, null],
  ],
  rowCount: 3,
  geometry: makeGeometryBatch('point', [[[7.45, 46.95]], [[8.54, 47.38]], []]),
  spatialReference: wgs84,
};

/** Make a service of one group, one layer and one standalone table. */
export function madeService(name = 'Test', input: TableInput = threePlaces): MadeService {
  const table = writeTable(input);
  const notes = writeTable({ name: 'notes', fields: [field('TEXT')], columns: [['x', 'y']], rowCount: 2 });
  const layer = {
    Description: '',
    CopyrightText: '',
    Visible: true,
    ShowLabels: false,
    MinScale: 0,
    MaxScale: 0,
    DefinitionExpression: '',
  };
  const definition: ServiceDefinition = {
    name,
    document: { Title: 'Test', Subject: '', Author: '', Category: '', Keywords: '', Comments: '' },
    limits: defaultLimits,
    capabilities: ['Map', 'Query', 'Data'],
    maps: [
      {
        Name: 'Layers',
        Description: '',
        CopyrightText: '',
        SpatialReference: wgs84,
        Units: 'gisDecimalDegrees',
        extent: [5, 45, 11, 48],
        fullExtent: [5, 45, 11, 48],
        referenceScale: 0,
        bookmarks: [],
        layers: [
          { ...layer, LayerID: 0, Name: 'All', kind: 'group', ParentLayerID: -1 },
          { ...layer, LayerID: 1, Name: 'Places', kind: 'feature', ParentLayerID: 0, table: 'places' },
        ],
        standaloneTables: [{ ID: 2, Name: 'Notes', Description: '', table: 'notes', DefinitionExpression: '' }],
      },
    ],
    tables: { places: table.manifest, notes: notes.manifest },
    credits: ['Made for tests.'],
  };
  return { definition, files: new Map([...table.files, ...notes.files]) };
}

export const toBlobs = (files: ReadonlyMap<string, Uint8Array>): Map<string, Blob> =>
  new Map([...files].map(([name, bytes]) => [name, new Blob([bytes as Uint8Array<ArrayBuffer>])]));
