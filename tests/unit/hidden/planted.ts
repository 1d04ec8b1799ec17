import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import type { Value } from '../../../sw/contract/index.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import type { TableInput } from '../../../sw/rows/write/table-input.ts';
import { writeTable } from '../../../sw/rows/write/write-table.ts';
import {
  type Capability,
  defaultLimits,
  type LayerDefinition,
  type ServiceDefinition,
} from '../../../sw/service/definition.ts';
import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import { field, makeGeometryBatch, wgs84 } from '../rows/made-table.ts';
import { toBlobs } from '../service/made-service.ts';

/**
 * Values in hidden fields begin with "hushed" or 77123. Values in hidden rows begin with "buried"; the rows are at
 * 123.40625, -67.59375 in 1911.
 */
export const planted = /hushed|buried|77123|123\.406|67\.593|1911|-18[45]\d{10}|13737[0-9]{3}\.|-1048[0-9]{4}\./i;
/** Names of hidden fields. */
export const hiddenNames = ['SECRET', 'HNUM', 'HLINK', 'HFLAG', 'HPIC', 'HNOTE'];
/** A value that is visible to everyone who may read rows. */
export const shownValue = 'Plainly';

/** A value in a table that no layer shows. */
export const unshownValue = 'Unshown row';

const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
);
const readBytes = (text: string) => new TextEncoder().encode(text);
const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

const secretDomain: Value<'Domain'> = {
  type: 'CodedValueDomain',
  DomainName: 'hushed-domain',
  FieldType: 'gisFieldTypeString',
  MergePolicy: 'gisMPTDefaultValue',
  SplitPolicy: 'gisSPTDuplicate',
  CodedValues: [{ Name: 'hushed-word', Code: 'hushed-alpha' }],
};

/** Two visible rows, and a third that the filter hides by a field that is hidden too. */
const places: TableInput = {
  name: 'places',
  fields: [
    field('NAME'),
    field('POP', 'gisFieldTypeInteger'),
    field('SEEN', 'gisFieldTypeDate'),
    field('KEY', 'gisFieldTypeInteger'),
    { ...field('SECRET'), Domain: secretDomain },
    field('HNUM', 'gisFieldTypeInteger'),
    field('HLINK'),
    field('HFLAG', 'gisFieldTypeInteger'),
  ],
  columns: [
    ['Plainly A', 'Plainly B', 'buried-name'],
    [10, 20, 77123455],
    [day('2001-01-01'), day('2002-01-01'), day('1911-03-07')],
    [1, 2, 3],
    ['hushed-alpha', 'hushed-beta', 'hushed-row'],
    [77123411, 77123422, 77123433],
    ['http://hushed.test/a', 'http://hushed.test/b', 'http://hushed.test/c'],
    [1, 1, 0],
  ],
  rowCount: 3,
  geometry: makeGeometryBatch('point', [[[7.5, 46.5]], [[8.5, 47.5]], [[123.40625, -67.59375]]]),
  spatialReference: wgs84,
  attachments: [
    { row: 0, name: 'plain.txt', contentType: 'text/plain', bytes: readBytes('for everybody') },
    { row: 2, name: 'buried.txt', contentType: 'text/plain', bytes: readBytes('buried file') },
  ],
  rasterFields: [{ name: 'HPIC', files: [{ row: 0, name: 'hushed.png', contentType: 'image/png', bytes: png }] }],
};

const notes: TableInput = {
  name: 'notes',
  fields: [field('TEXT'), field('PLACE', 'gisFieldTypeInteger'), field('HNOTE')],
  columns: [
    ['Plainly said', 'buried-note'],
    [1, 2],
    ['hushed-note', 'hushed-other'],
  ],
  rowCount: 2,
};

/** A table without a layer, so only requests to its own service may name it. */
const unused: TableInput = { name: 'unused', fields: [field('TEXT')], columns: [[unshownValue]], rowCount: 1 };

/** A red dot. */
export const symbol: Value<'Symbol'> = {
  type: 'SimpleMarkerSymbol',
  Angle: 0,
  Outline: false,
  OutlineSize: 0,
  OutlineColor: { type: 'RgbColor', AlphaValue: 255, Red: 0, Green: 0, Blue: 0 },
  XOffset: 0,
  YOffset: 0,
  Size: 6,
  Style: 'gisSMSCircle',
  Color: { type: 'RgbColor', AlphaValue: 255, Red: 200, Green: 0, Blue: 0 },
} as Value<'Symbol'>;
const drawing: LayerDefinition['drawing'] = {
  type: 'FeatureLayerDrawingDescription',
  FeatureRenderer: { type: 'SimpleRenderer', Symbol: symbol, Label: '', Description: '' },
} as LayerDefinition['drawing'];

function service(name: string, capabilities: readonly Capability[], hides: boolean) {
  const tables = [places, notes, unused].map(writeTable);
  const plain = { Description: '', CopyrightText: '', MinScale: 0, MaxScale: 0, ParentLayerID: -1, ShowLabels: false };
  const definition: ServiceDefinition = {
    name,
    document: { Title: name, Subject: '', Author: '', Category: '', Keywords: '', Comments: '' },
    limits: defaultLimits,
    capabilities,
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
          {
            ...plain,
            LayerID: 0,
            Name: 'Places',
            kind: 'feature',
            Visible: true,
            table: 'places',
            drawing: drawing!,
            DisplayField: hides ? 'SECRET' : 'NAME',
            DefinitionExpression: hides ? 'HFLAG = 1' : '',
            time: { StartTimeFieldName: 'SEEN', fullTimeExtent: [day('1911-03-07'), day('2002-01-01')] },
            ...(hides
              ? {
                  presentation: {
                    hiddenFields: ['SECRET', 'HNUM', 'HLINK', 'HFLAG', 'HPIC'],
                    hyperlinkField: 'HLINK',
                    popup: { kind: 'text', template: 'Pop-up of {NAME}: {SECRET} {HNUM}' } as const,
                  },
                }
              : {}),
          },
        ],
        standaloneTables: [
          {
            ID: 1,
            Name: 'Notes',
            Description: '',
            table: 'notes',
            DefinitionExpression: hides ? "TEXT <> 'buried-note'" : '',
            ...(hides ? { presentation: { hiddenFields: ['HNOTE'] } } : {}),
          },
        ],
        relationships: [
          {
            RelationshipID: 5,
            forwardName: 'Notes',
            backwardName: 'Places',
            originId: 0,
            destinationId: 1,
            originKey: 'KEY',
            destinationKey: 'PLACE',
            Cardinality: 'gisRelCardinalityOneToMany',
            IsComposite: false,
          },
        ],
      },
    ],
    tables: Object.fromEntries(tables.map(({ manifest }, i) => [[places, notes, unused][i]!.name, manifest])),
    credits: [],
  };
  return { definition, files: new Map(tables.flatMap(({ files }) => [...files])) };
}

export const origin = 'https://maps.test';
/** A service that hides fields, the same with only maps, one without rows, and a map composed of the first. */
export const services = ['Hiding', 'MapsOnly', 'Open', '~hidingmap'] as const;

let opened: Promise<Context> | undefined;

/** Return the context with the services. */
export function createPlantedContext(): Promise<Context> {
  opened ??= open();
  return opened;
}

async function open(): Promise<Context> {
  const now = () => Date.UTC(2026, 0, 1);
  let ids = 0;
  const newId = () => String(++ids).padStart(32, '0');
  const store = await openStore({ openDatabase: openIndexedDb, databaseName: `planted-${Math.random()}`, now, newId });
  await store.setSetting('demo-published', true);
  const all: readonly Capability[] = ['Map', 'Query', 'Data'];
  const hiding = [service('Hiding', all, true), service('MapsOnly', ['Map'], true)];
  for (const { definition, files } of [...hiding, service('RowsOnly', ['Query', 'Data'], true)])
    await store.publish(definition, toBlobs(files));
  const plain = service('Open', all, false);
  const tables = { notes: plain.definition.tables.notes! };
  const [map] = plain.definition.maps;
  const maps = [{ ...map!, layers: [], relationships: [], standaloneTables: [] }];
  await store.publish({ ...plain.definition, maps, tables }, toBlobs(plain.files));
  const shown = {
    service: 'Hiding',
    layer: 0,
    name: 'Places',
    title: 'Places',
    visible: true,
    labels: true,
    opacity: 100,
  };
  await store.maps.change('hidingmap', () => ({
    id: 'hidingmap',
    version: 1,
    changedAt: 0,
    title: 'Layers',
    description: '',
    reference: wgs84,
    extent: [5, 45, 11, 48],
    background: { kind: 'none' },
    layers: [
      { ...shown, filter: '' },
      { ...shown, title: 'Rich', filter: 'HNUM > 0' },
      { ...shown, title: 'Poor', filter: 'HNUM < 0' },
    ],
  }));
  return {
    store,
    now,
    newId,
    origin,
    base: '/',
    createCanvas: (widthPx: number, heightPx: number) => new OffscreenCanvas(widthPx, heightPx),
    yieldNow: async () => undefined,
    fetch: (input: string, init?: RequestInit) => fetch(input, init),
    fontsReady: async () => undefined,
    passwordIterations: 1,
  } as unknown as Context;
}

/**
 * Send a request to the backend. The response's bytes are returned as Latin-1 text, so that text in binary responses is
 * found.
 */
export async function send(path: string, init?: RequestInit): Promise<{ status: number; text: string }> {
  const response = await answer(await createPlantedContext(), new Request(`${origin}/${path}`, init));
  const bytes = new Uint8Array(await response!.arrayBuffer());
  return { status: response!.status, text: new TextDecoder('latin1').decode(bytes) };
}
