import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { checkDefinition } from '../../../sw/service/check-definition.ts';
import { packService, packToSend, unpackService } from '../../../sw/service/package.ts';
import { readJson, writeJson } from '../../../sw/service/package-json.ts';
import { createSeededNumbers } from '../rows/made-table.ts';
import { madeService } from './made-service.ts';

const readBytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

test.each([false, true])('a package comes back as it was packed (compressed: %s)', async (compress) => {
  const { definition, files } = madeService();
  const packed = packService(definition, files, { compress });
  for (const input of [packed, new Blob([packed as Uint8Array<ArrayBuffer>])]) {
    const actual = await unpackService(input);
    expect(JSON.stringify(actual.definition)).toBe(JSON.stringify(definition));
    expect([...actual.files.keys()].sort()).toEqual([...files.keys()].sort());
    for (const [name, blob] of actual.files) expect(await readBytes(blob), name).toEqual(files.get(name));
  }
  expect(packService(definition, files, { compress })).toEqual(packed);
});

test('a package of the page is a zip, and its files are slices of it that nobody has read', async () => {
  const { definition, files } = madeService();
  const packed = packToSend(definition, files);
  expect(unzipSync(new Uint8Array(await packed.arrayBuffer()))).toMatchObject(Object.fromEntries(files));

  const read = vi.spyOn(Blob.prototype, 'stream');
  const actual = await unpackService(packed);
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
  expect(JSON.stringify(actual.definition)).toBe(JSON.stringify(definition));
  expect([...actual.files.keys()].sort()).toEqual([...files.keys()].sort());
  for (const [name, blob] of actual.files) expect(await readBytes(blob), name).toEqual(files.get(name));
});

test('files that lie upon each other do not become more than the package has', async () => {
  const { definition, files } = madeService();
  const bytes = new Uint8Array(await packToSend(definition, files).arrayBuffer());
  // According to the directory, the first file extends to the end of the package, over all others.
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  const directory = view.getUint32(end + 16, true);
  for (const size of [20, 24]) view.setUint32(directory + size, end - 30 - 12, true);
  const { files: actual } = await unpackService(new Blob([bytes]));
  for (const [name, blob] of actual) expect(await readBytes(blob), name).toEqual(files.get(name));
});

test('bytes, dates and field names that JavaScript knows survive JSON', () => {
  const value = {
    bytes: new Uint8Array([0, 255, 7]),
    date: new Date(5),
    list: [new Date(6)],
    empty: new Uint8Array(0),
  };
  expect(readJson(writeJson(value))).toEqual(value);
  const hostile = JSON.parse('{"__proto__": {"a": 1}}');
  expect(Object.keys(readJson(writeJson(hostile)))).toEqual(['__proto__']);
});

/** Copy the definition with `value` at the path; undefined removes the member. */
function changeEntry(path: string, value: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(madeService().definition));
  const keys = path.split('.');
  const last = keys.pop()!;
  let offset = copy;
  for (const key of keys) offset = offset[key];
  if (value === undefined) delete offset[last];
  else offset[last] = value;
  return copy;
}

test.each<[path: string, value: unknown, message: string]>([
  ['name', 'a/b', 'service.name: expected 1 to 64 letters, digits, "_" or "-", found "a/b"'],
  ['name', undefined, 'service.name'],
  ['folder', '..', 'service.folder'],
  ['document.Title', 5, 'service.document.Title: expected a string, found 5'],
  ['limits.MaximumImageWidth', 1e9, 'service.limits.MaximumImageWidth: expected an integer from 1 to'],
  ['capabilities.0', 'Edit', 'service.capabilities[0]: expected one of Map, Query, Data, found "Edit"'],
  ['maps', [], 'service.maps: expected at least one map'],
  ['maps.0.extent', [1, 2, 0, 4], 'service.maps[0].extent: expected xmin ≤ xmax'],
  ['maps.0.extent.2', null, 'service.maps[0].extent[2]: expected a finite number'],
  ['maps.0.Units', 'furlongs', 'service.maps[0].Units: expected one of'],
  [
    'maps.0.SpatialReference',
    { type: 'PointN' },
    'SpatialReference.type: expected SpatialReference or a type derived from it',
  ],
  ['maps.0.SpatialReference.WKID', '4326', 'service.maps[0].SpatialReference.WKID: expected an integer'],
  ['maps.0.layers.1.LayerID', 7, 'service.maps[0].layers[1].LayerID: expected 1, found 7'],
  ['maps.0.layers.1.ParentLayerID', 1, 'layers[1].ParentLayerID: expected -1 or a preceding group layer'],
  ['maps.0.layers.1.table', 'constructor', 'layers[1].table: expected one of the tables, found "constructor"'],
  ['maps.0.layers.1.table', 'notes', 'layers[1].table: expected a table with geometry'],
  ['maps.0.layers.1.DisplayField', 'NAM', 'layers[1].DisplayField: expected a field of table "places"'],
  ['maps.0.layers.1.time', { StartTimeFieldName: 'T' }, 'layers[1].time.StartTimeFieldName'],
  ['maps.0.layers.1.drawing', { FeatureRenderer: {} }, 'layers[1].drawing'],
  ['maps.0.layers.0.table', 'places', 'layers[0].table: expected nothing'],
  ['maps.0.standaloneTables.0.ID', 1, 'standaloneTables[0].ID: expected 2, found 1'],
  ['tables.places.rowCount', 4, 'service.tables.places.rowCount: expected 3 (the sum of the batches), found 4'],
  ['tables.places.idField', 'NAME', 'service.tables.places.idField: expected "OBJECTID"'],
  ['tables.places.fields.0.Type', 'gisFieldTypeInteger', 'fields[0].Type: expected gisFieldTypeOID, found'],
  ['tables.places.fields.2.Type', 'gisFieldTypeOID', 'expected an attribute type'],
  ['tables.places.fields.2.Name', 'pop', 'fields[3].Name: duplicate name "'],
  ['tables.places.shapeField', undefined, 'service.tables.places'],
  ['tables.places.levels.0.resolution', 2, 'levels[0].resolution: expected 0'],
  ['tables.places.levels.0.batches', [], 'levels[0].batches: expected a list of 1, found a list of 0'],
  ['tables.places.attributes.file', '../x', 'attributes.file: expected a file name, found "../x"'],
  ['tables.places.attributes.schema', [-1, 5], 'attributes.schema[0]'],
  ['tables.places.batches.0.firstRow', 1, 'batches[0].firstRow: expected 0, found 1'],
  ['tables.places.batches.0.statistics.POP', undefined, 'statistics.POP'],
])('a definition with a wrong %s is refused (%j)', (path, value, message) => {
  expect(() => checkDefinition(changeEntry(path, value))).toThrow(message);
});

test('any value anywhere is accepted or a fault, never another error', () => {
  const random = createSeededNumbers(5);
  const values = [null, 5, -1, 'x', '', [], {}, true, [[]], { type: 'constructor' }, { type: '__proto__' }];
  let refused = 0;
  for (let i = 0; i < 1500; i++) {
    const copy = JSON.parse(JSON.stringify(madeDefinition));
    let offset = copy;
    for (;;) {
      const keys = Object.keys(offset);
      const key = keys[Math.floor(random() * keys.length)]!;
      const next = offset[key];
      if (typeof next === 'object' && next !== null && Object.keys(next).length > 0 && random() < 0.8) offset = next;
      else {
        offset[key] = values[Math.floor(random() * values.length)];
        break;
      }
    }
    try {
      checkDefinition(copy);
    } catch (error) {
      refused++;
      expect(error).toMatchObject({ name: 'Fault', code: 'bad-package' });
    }
  }
  expect(refused).toBeGreaterThan(700);
});
const madeDefinition = madeService().definition;

const packWith = (change: (entries: Record<string, Uint8Array>) => void) => {
  const { definition, files } = madeService();
  const entries: Record<string, Uint8Array> = Object.fromEntries(files);
  entries['service.json'] = strToU8(writeJson({ format: 'soapstone-service', formatVersion: 1, definition }));
  change(entries);
  return zipSync(entries, { level: 6 });
};

test.each<[string, Uint8Array, string]>([
  ['no zip', strToU8('hello, this is no zip file at all'), 'Package'],
  ['nothing', new Uint8Array(0), 'Package'],
  ['no service.json', packWith((entries) => delete entries['service.json']), 'expected service.json'],
  [
    'other JSON',
    packWith((entries) => Object.assign(entries, { 'service.json': strToU8('{}') })),
    'expected format "soapstone-service", version 1',
  ],
  [
    'no JSON',
    packWith((entries) => Object.assign(entries, { 'service.json': strToU8('{') })),
    "service.json isn't valid JSON: ",
  ],
  ['JSON of nothing', packWith((entries) => Object.assign(entries, { 'service.json': strToU8('null') })), 'an object'],
  ['a file missing', packWith((entries) => delete entries['places.index']), 'places.index'],
  [
    'a file cut',
    packWith((entries) => Object.assign(entries, { 'notes.attributes.arrow': strToU8('x') })),
    'expected at least',
  ],
  [
    'a stray file',
    packWith((entries) => Object.assign(entries, { '../../etc/passwd': strToU8('x') })),
    '../../etc/passwd',
  ],
  ['the end cut', packWith(() => undefined).slice(0, 900), 'Package'],
])('%s is refused with the reason', async (_, packed, message) => {
  await expect(unpackService(packed)).rejects.toMatchObject({
    name: 'Fault',
    code: 'bad-package',
    message: expect.stringContaining(message),
  });
});

test('a zip bomb stops when its real output is implausible, whatever size it declares', async () => {
  const bomb = packWith((entries) => Object.assign(entries, { bomb: new Uint8Array(64 * 1024 * 1024) }));
  // The entry's local header claims a length of 10 bytes.
  const view = new DataView(bomb.buffer, bomb.byteOffset, bomb.byteLength);
  for (let i = 0; i + 30 < bomb.length; i++) {
    const signature = view.getUint32(i, true);
    if (signature === 0x04034b50 && view.getUint32(i + 22, true) === 64 * 1024 * 1024) view.setUint32(i + 22, 10, true);
  }
  await expect(unpackService(bomb)).rejects.toMatchObject({ code: 'too-large' });
});

test('more files than a package has are refused', async () => {
  const many = zipSync(Object.fromEntries(Array.from({ length: 2100 }, (_, i) => [`f${i}`, new Uint8Array(1)])), {
    level: 0,
  });
  await expect(unpackService(many)).rejects.toMatchObject({ code: 'too-large' });
});

test('packing checks what it packs', () => {
  const { definition, files } = madeService();
  files.delete('places.index');
  expect(() => packService(definition, files)).toThrow('places.index');
});
