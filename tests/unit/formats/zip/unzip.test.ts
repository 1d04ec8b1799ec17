import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import type { SourceFile } from '../../../../sw/formats/reading/source-table.ts';
import { listZip, unzipFile } from '../../../../sw/formats/reading/unzip.ts';
import { describeFiles } from '../pack-files.ts';

const file = (name: string): SourceFile => ({
  name,
  bytes: new Uint8Array(readFileSync(new URL(`${name}`, import.meta.url))),
});
const namesIn = async (zip: SourceFile): Promise<string[]> => [...(await listZip(zip)).keys()];
const csv = new TextEncoder().encode('id,lon,lat\n1,7,46\n');

// Expected entries by zipfile of Python 3.11 and by unzip 6.0 (Info-ZIP), which reads the extra field for names.
describe('the directory says what is in a zip', () => {
  it('leaves out entries that were removed', async () => {
    expect(await namesIn(file('removed.zip'))).toEqual(['new.shp', 'new.shx', 'new.dbf', 'new.prj']);
    expect((await describeFiles([file('removed.zip')])).map(({ name }) => name)).toEqual(['new']);
  });

  it.each([
    ['macOS, without a flag and with marks apart', 'finder.zip', 'Daten/Straßen Übersicht.shp'],
    ['UTF-8 without a flag', 'zip-utf8noflag.zip', 'Gebäude Straße.shp'],
    ['code page 437', 'dos.zip', 'Straße.csv'],
    ['the extra field of Info-ZIP', 'info-zip.zip', '東京.csv'],
    ['an extra field of another name', 'info-zip-stale.zip', 'Stra_e.csv'],
  ])('reads names: %s', async (_, name, first) => {
    expect((await namesIn(file(name)))[0]).toBe(first);
  });

  it('skips what is before the zip and behind it', async () => {
    const zip = zipSync({ 'a.csv': csv });
    const program = new Uint8Array(5000 + zip.length + 9);
    program.set([0x4d, 0x5a]);
    program.set(zip, 5000);
    const [layer] = await describeFiles([{ name: 'setup.zip', bytes: program }]);
    expect(layer).toMatchObject({ name: 'a', rowCount: 1 });
  });

  it('reads sizes that are behind the data, and those of Zip64', async () => {
    const read = await unzipFile(file('streamed.zip'), () => true);
    expect(read.get('streamed.shp')?.length).toBe(128);
  });
});

test.each([
  ['encrypted.zip', /"a\.csv" is encrypted/],
  ['bzip2.zip', /"a\.csv": expected compression method 8 \(deflate\) or 0, found 12/],
])('%s is refused by name', async (name, message) => {
  await expect(unzipFile(file(name), () => true)).rejects.toMatchObject({ code: 'not-supported', message });
});

test('an entry whose bytes differ from its checksum is refused', async () => {
  const bytes = zipSync({ 'a.csv': [csv, { level: 0 }] });
  bytes[bytes.indexOf(csv[3]!, 40)]! ^= 1;
  await expect(unzipFile({ name: 'a.zip', bytes }, () => true)).rejects.toThrow('its checksum differs');
});

test('files that are laid over each other are refused', async () => {
  const bytes = zipSync({
    'a.csv': [new Uint8Array(9000), { level: 0 }],
    'b.csv': [new Uint8Array(9000), { level: 0 }],
  });
  const view = new DataView(bytes.buffer);
  const second = bytes.lastIndexOf(0x62);
  view.setUint32(second - 4, 0, true);
  const short = new Uint8Array([...bytes.subarray(0, 9035), ...bytes.subarray(18070)]);
  new DataView(short.buffer).setUint32(short.length - 6, 9035, true);
  await expect(unzipFile({ name: 'a.zip', bytes: short }, () => true)).rejects.toThrow('its files overlap');
});
