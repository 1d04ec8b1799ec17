import type { Value } from '../../sw/contract/index.ts';
import type { TableInput } from '../../sw/rows/write/table-input.ts';
import type { LayerDefinition, MapDefinition, StandaloneTableDefinition } from '../../sw/service/definition.ts';
import { field, layer, points, polygons, square, wgs84 } from './sample-parts.ts';

const pngBytes = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
);
const textBytes = new TextEncoder().encode('a note');

const encode = (DomainName: string, names: Readonly<Record<string, string>>): Value<'Domain'> => ({
  type: 'CodedValueDomain',
  DomainName,
  FieldType: 'gisFieldTypeString',
  MergePolicy: 'gisMPTDefaultValue',
  SplitPolicy: 'gisSPTDuplicate',
  CodedValues: Object.entries(names).map(([Code, Name]) => ({ Name, Code })),
});

const scores: Value<'Domain'> = {
  type: 'RangeDomain',
  DomainName: 'Scores',
  FieldType: 'gisFieldTypeDouble',
  MergePolicy: 'gisMPTDefaultValue',
  SplitPolicy: 'gisSPTDuplicate',
  MaxValue: 2000,
  MinValue: -1,
};

/** Four owners: the third without score and time, the fourth without kind and status. */
const owners: TableInput = {
  name: 'owners',
  fields: [
    field('NO', 'gisFieldTypeInteger', 'Number'),
    field('NAME', 'gisFieldTypeString', 'Owner'),
    field('KIND', 'gisFieldTypeSmallInteger', 'Kind'),
    { ...field('STATUS', 'gisFieldTypeString', 'Status'), Domain: encode('States', { A: 'Active', C: 'Closed' }) },
    { ...field('SCORE', 'gisFieldTypeDouble', 'Score'), Domain: scores },
    field('SINCE', 'gisFieldTypeDate', 'Since'),
    field('DAY', 'gisFieldTypeString', 'Day'),
    field('LINK', 'gisFieldTypeString', 'Link'),
    field('SECRET', 'gisFieldTypeString', 'Secret'),
    field('__proto__', 'gisFieldTypeString', 'Hostile'),
  ],
  columns: [
    [11, 12, 13, 14],
    ['Ann <b>', 'Bob & Co', 'Cid', 'Dee'],
    [1, 2, 2, null],
    ['A', 'A', 'C', null],
    [1234.5, 7, null, -0.5],
    [Date.UTC(2001, 1, 3), Date.UTC(2010, 5, 15, 12), null, Date.UTC(1999, 11, 31)],
    ['20010203', '20100615', null, '19991231'],
    ['http://a.test/?q=1&r=2', '', null, 'plain words'],
    ['s1', 's2', 's3', 's4'],
    ['p1', 'p2', null, 'p4'],
  ],
  rowCount: 4,
  geometry: points([
    [-60, 0],
    [0, 0],
    [60, 0],
    [60, 30],
  ]),
  spatialReference: wgs84,
  attachments: [
    { row: 0, name: 'flag.png', contentType: 'image/png', bytes: pngBytes },
    { row: 2, name: 'other.png', contentType: 'image/png', bytes: pngBytes },
    { row: 0, name: 'note.txt', contentType: 'text/plain', bytes: textBytes },
  ],
  rasterFields: [
    {
      name: 'PICTURE',
      alias: 'Picture',
      files: [{ row: 0, name: 'flag.png', contentType: 'image/png', bytes: pngBytes }],
    },
  ],
};

/** Two plots of the first owner, one of the second. */
const plots: TableInput = {
  name: 'plots',
  fields: [field('CODE', 'gisFieldTypeString', 'Code'), field('OWNER', 'gisFieldTypeInteger', 'Owner')],
  columns: [
    ['P1', 'P2', 'P3'],
    [11, 11, 12],
  ],
  rowCount: 3,
  geometry: polygons([[square(-70, -10, 20, true)], [square(-40, -10, 20, true)], [square(-5, -5, 10, true)]]),
  spatialReference: wgs84,
};

const certificates: TableInput = {
  name: 'certificates',
  fields: [field('PLOT', 'gisFieldTypeString', 'Plot'), field('GRADE', 'gisFieldTypeString', 'Grade')],
  columns: [
    ['P1', 'P3'],
    ['gold', 'tin'],
  ],
  rowCount: 2,
};

const clubs: TableInput = {
  name: 'clubs',
  fields: [field('CLUB', 'gisFieldTypeInteger', 'Club number'), field('TITLE', 'gisFieldTypeString', 'Title')],
  columns: [
    [1, 2, 3],
    ['Chess', 'Go', 'Nobody'],
  ],
  rowCount: 3,
};

/** The first and second owner are in Chess, the second and third in Go. */
const members: TableInput = {
  name: 'members',
  fields: [field('OWNER', 'gisFieldTypeInteger', 'Owner'), field('CLUB', 'gisFieldTypeInteger', 'Club')],
  columns: [
    [11, 12, 12, 13],
    [1, 1, 2, 2],
  ],
  rowCount: 4,
};

export const relatedTables = [owners, plots, certificates, clubs, members];

const table = (ID: number, Name: string, DisplayField: string): StandaloneTableDefinition => ({
  ID,
  Name,
  Description: '',
  table: Name.toLowerCase(),
  DisplayField,
  DefinitionExpression: '',
});

/** Create the map of related tables: owners with plots (1:n) and clubs (n:m), plots with certificates (1:1). */
export function makeRelatedMap(
  base: Omit<MapDefinition, 'Name' | 'layers' | 'standaloneTables'>,
  pointDrawing: NonNullable<LayerDefinition['drawing']>,
  areaDrawing: NonNullable<LayerDefinition['drawing']>,
): MapDefinition {
  return {
    ...base,
    Name: 'Related',
    layers: [
      layer(0, 'Everything', { kind: 'group' }),
      layer(1, 'Owners', {
        ParentLayerID: 0,
        table: 'owners',
        DisplayField: 'NAME',
        drawing: pointDrawing,
        time: { StartTimeFieldName: 'SINCE' },
        presentation: {
          hiddenFields: ['SECRET'],
          hyperlinkField: 'LINK',
          popup: { kind: 'text', template: '<h1>{NAME}</h1><p>{status} {SCORE} {nothing}</p>' },
          subtypes: {
            field: 'KIND',
            kinds: [
              { code: 1, name: 'Private', domains: {} },
              { code: 2, name: 'Public', domains: { STATUS: encode('Doors', { A: 'Open', C: 'Shut' }) } },
            ],
          },
          numberFormats: {
            SCORE: {
              RoundingOption: 'gisRoundNumberOfDecimals',
              RoundingValue: 2,
              UseSeparator: true,
              ZeroPad: true,
            },
          },
          dateFormats: { SINCE: 'd MMM yyyy' },
        },
      }),
      layer(2, 'Plots', {
        ParentLayerID: 0,
        table: 'plots',
        DisplayField: 'CODE',
        drawing: areaDrawing,
        presentation: { popup: { kind: 'url', template: 'http://plots.test/?code={CODE}&owner={OWNER}' } },
      }),
      layer(3, 'Owners by day', {
        Visible: false,
        table: 'owners',
        DisplayField: 'NAME',
        drawing: pointDrawing,
        time: { StartTimeFieldName: 'DAY', TimeValueFormat: 'yyyyMMdd' },
        DefinitionExpression: "SECRET <> 's4'",
      }),
    ],
    standaloneTables: [table(4, 'Certificates', 'GRADE'), table(5, 'Clubs', 'TITLE'), table(6, 'Members', 'CLUB')],
    relationships: [
      {
        RelationshipID: 0,
        forwardName: 'Plots of the owner',
        backwardName: 'Owner of the plot',
        originId: 1,
        destinationId: 2,
        originKey: 'NO',
        destinationKey: 'OWNER',
        Cardinality: 'gisRelCardinalityOneToMany',
        IsComposite: false,
      },
      {
        RelationshipID: 1,
        forwardName: 'Certificate of the plot',
        backwardName: 'Plot of the certificate',
        originId: 2,
        destinationId: 4,
        originKey: 'CODE',
        destinationKey: 'PLOT',
        Cardinality: 'gisRelCardinalityOneToOne',
        IsComposite: true,
      },
      {
        RelationshipID: 2,
        forwardName: 'Clubs of the owner',
        backwardName: 'Owners in the club',
        originId: 1,
        destinationId: 5,
        originKey: 'NO',
        destinationKey: 'CLUB',
        Cardinality: 'gisRelCardinalityManyToMany',
        IsComposite: false,
        link: { tableId: 6, originKeyField: 'OWNER', destinationKeyField: 'CLUB' },
      },
    ],
  };
}
