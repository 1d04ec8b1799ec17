import { expect, test, vi } from 'vitest';
import { de as readingDe } from '../../../../src/publish/import/text/reading-de.ts';
import { readFile } from '../../../../sw/formats/read-file.ts';
import { diagnosticText } from '../../../../sw/formats/reading/diagnostic.ts';
import type { SourceFile } from '../../../../sw/formats/reading/source-table.ts';
import { makeGeoPackage } from './make-geopackage.ts';

vi.mock('sql.js/dist/sql-wasm.wasm?url', () => ({ default: 'node_modules/sql.js/dist/sql-wasm.wasm' }));

const columns = 'id INTEGER PRIMARY KEY, word TEXT';
const rows = Array.from({ length: 3000 }, (_, i) => [i + 1, `word ${i} `.repeat(5)]);
const text = { name: 'words', columns, rows };
const fault = async (bytes: SourceFile['bytes']) =>
  readFile({ name: 'a.gpkg', bytes }).then(
    () => 'read',
    (error: unknown) => error,
  );
/** Set the format versions in the header that programs with a write-ahead log write. */
const withJournal = (bytes: Uint8Array) =>
  Uint8Array.from(bytes, (byte, index) => (index === 18 || index === 19 ? 2 : byte));

test('what is no SQLite, or encrypted, is told with the bytes that were found', async () => {
  expect(await fault(new Uint8Array(4096).fill(0xa7))).toMatchObject({
    code: 'bad-package',
    message:
      'a.gpkg: expected an SQLite file, which begins with "SQLite format 3", found bytes a7 a7 a7 a7 a7 a7 a7 a7. Encrypted files can\'t be read.',
  });
});

test('a file that is cut, or damaged within, is told with the place', async () => {
  const bytes = await makeGeoPackage([text]);
  const half = Math.floor(bytes.length / 2);
  expect(await fault(bytes.subarray(0, half))).toMatchObject({
    code: 'bad-package',
    message: `a.gpkg: expected ${bytes.length} bytes (as in the header), found ${half}; the end of the file is missing.`,
  });
  const damaged = Uint8Array.from(bytes).fill(0xff, bytes.length - 12_288, bytes.length - 4096);
  expect(await fault(damaged)).toMatchObject({
    code: 'bad-package',
    message: expect.stringMatching(
      /^a\.gpkg, table "words", row \d+ can't be read as SQLite: database disk image is malformed\.$/,
    ),
  });
});

test('SQLite without the tables of a GeoPackage, or with tiles alone, is told with what there is', async () => {
  const other = await makeGeoPackage([text], (database) => database.run('DROP TABLE gpkg_contents'));
  expect(await fault(other)).toMatchObject({
    code: 'bad-package',
    message:
      'a.gpkg: expected a GeoPackage, which lists its tables in gpkg_contents, found an SQLite file with these tables: gpkg_geometry_columns, gpkg_spatial_ref_sys, words.',
  });
  expect(await fault(await makeGeoPackage([{ ...text, dataType: 'tiles' }]))).toMatchObject({
    message: 'a.gpkg: expected a table of features or attributes, found only other tables: words (tiles).',
  });
  const gone = await makeGeoPackage([text], (database) => database.run('DROP TABLE words'));
  expect(await fault(gone)).toMatchObject({
    message: 'a.gpkg: tables listed in gpkg_contents are missing: words.',
  });
  const bare = await makeGeoPackage([{ ...text, kind: 'POINT' }]);
  expect(await fault(bare)).toMatchObject({
    message: 'a.gpkg, table "words": expected geometry column "geom", found nothing.',
  });
});

test('of a journal beside the file it is said that it was not read, or that all stands in it', async () => {
  const bytes = withJournal(await makeGeoPackage([text]));
  const untouched = bytes.slice();
  const { tables } = await readFile({ name: 'a.gpkg', bytes });
  expect(tables).toMatchObject([{ name: 'words', rowCount: 3000 }]);
  expect(tables[0]!.notes.map((note) => diagnosticText(note))).toEqual([
    'Changes in a.gpkg-wal were not read; if this file exists, choose both together.',
  ]);
  expect(bytes).toEqual(untouched);
  const early = withJournal(await makeGeoPackage([]));
  expect(await fault(early)).toMatchObject({
    code: 'bad-package',
    message: expect.stringContaining('they are still in a.gpkg-wal'),
  });
});

test('a file that does not fit into memory is refused before it is read', async () => {
  const huge = new Blob([]);
  Object.defineProperty(huge, 'size', { value: 700 * 2 ** 20 });
  Object.defineProperty(huge, 'slice', { value: () => expect.unreachable() });
  expect(await fault(huge)).toMatchObject({
    code: 'too-large',
    message: 'a.gpkg: expected at most 512 MB, found 700 MB.',
  });
});

test('the German page says it in German', async () => {
  const actual = (await fault(new Uint8Array(200).fill(1))) as { diagnostic: Parameters<typeof diagnosticText>[0] };
  expect(diagnosticText(actual.diagnostic, readingDe)).toContain('a.gpkg: eine SQLite-Datei erwartet');
});
