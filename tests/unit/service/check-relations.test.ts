import { describe, expect, test } from 'vitest';
import { writeTable } from '../../../sw/rows/write/write-table.ts';
import { checkDefinition, checkFiles } from '../../../sw/service/check-definition.ts';
import type { ServiceDefinition } from '../../../sw/service/definition.ts';
import { packService, unpackService } from '../../../sw/service/package.ts';
import { sampleService } from '../../contract/sample-service.ts';
import { makeMemoryField } from '../rows/memory-table.ts';

type Changeable<T> = T extends object ? { -readonly [K in keyof T]: Changeable<T[K]> } : T;

/** Copy the sample with a change. */
function applyChange(change: (definition: Changeable<ServiceDefinition>) => void): unknown {
  const definition = structuredClone(sampleService().definition) as Changeable<ServiceDefinition>;
  change(definition);
  return definition;
}

/** Index of the map with relationships. */
const related = 2;

describe('what a package says of relations and presentation', () => {
  test('is taken when it fits', () => {
    const { definition, files } = sampleService();
    checkDefinition(definition);
    checkFiles(definition, new Map([...files].map(([name, blob]) => [name, blob.size])));
  });

  test.each<[string, (definition: Changeable<ServiceDefinition>) => void]>([
    ['relationships[0].destinationKey', (d) => (d.maps[related]!.relationships![0]!.destinationKey = 'NOPE')],
    ['relationships[0].destinationKey', (d) => (d.maps[related]!.relationships![0]!.destinationKey = 'CODE')],
    ['relationships[0].originKey', (d) => (d.maps[related]!.relationships![0]!.originId = 0)],
    ['relationships[1].RelationshipID', (d) => (d.maps[related]!.relationships![1]!.RelationshipID = 0)],
    ['relationships[2].link', (d) => delete d.maps[related]!.relationships![2]!.link],
    ['relationships[2].link.originKeyField', (d) => (d.maps[related]!.relationships![2]!.link!.tableId = 99)],
    [
      'relationships[2].Cardinality',
      (d) =>
        ((d.maps[related]!.relationships![2] as object) = {
          ...d.maps[related]!.relationships![2]!,
          Cardinality: 'many',
        }),
    ],
    ['presentation.hiddenFields[0]', (d) => (d.maps[related]!.layers[1]!.presentation!.hiddenFields = ['OBJECTID'])],
    ['presentation.hyperlinkField', (d) => (d.maps[related]!.layers[1]!.presentation!.hyperlinkField = 'NO')],
    ['presentation.subtypes.field', (d) => (d.maps[related]!.layers[1]!.presentation!.subtypes!.field = 'NAME')],
    ['presentation.subtypes.kinds', (d) => (d.maps[related]!.layers[1]!.presentation!.subtypes!.kinds[1]!.code = 1)],
    [
      'presentation.numberFormats.NAME',
      (d) => (d.maps[related]!.layers[1]!.presentation!.numberFormats = { NAME: {} }),
    ],
    ['presentation.dateFormats.NO', (d) => (d.maps[related]!.layers[1]!.presentation!.dateFormats = { NO: 'yyyy' })],
    ['tables.owners.attachments.entries', (d) => (d.tables.owners!.attachments!.entries[1]!.id = 1)],
    [
      'tables.owners.attachments.entries[0].contentType',
      (d) => (d.tables.owners!.attachments!.entries[0]!.contentType = 'text/html\r\nx: y'),
    ],
    ['tables.owners.rasterFields.PICTURE', (d) => delete (d.tables.owners as { rasterFields?: unknown }).rasterFields],
    [
      'tables.plots.rasterFields.CODE',
      (d) => ((d.tables.plots as { rasterFields?: unknown }).rasterFields = { CODE: { file: 'x.bin', entries: [] } }),
    ],
  ])('%s is refused by name when it does not', (path, change) => {
    expect(() => checkDefinition(applyChange(change))).toThrow(path);
  });

  test('a file that is shorter than its entries is refused', () => {
    const { definition, files } = sampleService();
    const sizes = new Map([...files].map(([name, blob]) => [name, blob.size]));
    // An image shared by two rows is stored only once.
    sizes.set('owners.attachments.bin', 40);
    expect(() => checkFiles(definition, sizes)).toThrow('owners.attachments.bin: expected at least 76 bytes');
  });
});

describe('files of rows', () => {
  const table = (row: number) =>
    writeTable({
      name: 't',
      fields: [makeMemoryField('OID', 'gisFieldTypeOID')],
      columns: [[7, 5]],
      rowCount: 2,
      attachments: [{ row, name: 'a', contentType: 'text/plain', bytes: Uint8Array.of(1, 2) }],
    });

  test('belong to the object id of their row', () => {
    expect(table(1).manifest.attachments!.entries).toEqual([
      { id: 1, parentId: 5, name: 'a', contentType: 'text/plain', range: [0, 2] },
    ]);
  });

  test('of a row that is not are refused', () => {
    expect(() => table(2)).toThrow('expected a row from 0 to 1');
  });

  test('a raster field has at most one image per row and its own name', () => {
    const image = { row: 0, name: 'a', contentType: 'image/png', bytes: Uint8Array.of(1) };
    const input = { name: 't', fields: [makeMemoryField('A', 'gisFieldTypeString')], columns: [['x']], rowCount: 1 };
    expect(() => writeTable({ ...input, rasterFields: [{ name: 'P', files: [image, image] }] })).toThrow(
      'at most one image',
    );
    expect(() => writeTable({ ...input, rasterFields: [{ name: 'a', files: [] }] })).toThrow('duplicate name "a"');
  });

  test('come back out of a package', async () => {
    const { definition, files } = sampleService();
    const bytes = new Map<string, Uint8Array>();
    for (const [name, blob] of files) bytes.set(name, new Uint8Array(await blob.arrayBuffer()));
    const unpacked = await unpackService(packService(definition, bytes));
    expect(unpacked.definition.tables.owners!.rasterFields).toEqual(definition.tables.owners!.rasterFields);
    expect(unpacked.definition.maps[related]!.relationships).toEqual(definition.maps[related]!.relationships);
    const attached = new Uint8Array(await unpacked.files.get('owners.attachments.bin')!.arrayBuffer());
    expect(attached).toEqual(bytes.get('owners.attachments.bin'));
  });
});
