import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pageKeyOf, prepareFolder, WrongFolder } from '../../../../serve/host/data-folder.ts';

const parent = mkdtempSync(join(tmpdir(), 'soapstone-files-'));
afterAll(() => rmSync(parent, { recursive: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('a folder and its key are for their owner only, and the key stays', () => {
  const folder = join(parent, 'new/data');
  prepareFolder(folder);
  const key = pageKeyOf(folder);
  expect(key).toMatch(/^[\w-]{43}$/);
  expect([modeOf(folder), modeOf(join(folder, 'page-key'))]).toEqual(['700', '600']);
  expect(readdirSync(folder)).toEqual(['page-key']);
  expect(pageKeyOf(folder)).toBe(key);
  const open = join(parent, 'open');
  mkdirSync(open, { mode: 0o755 });
  prepareFolder(open);
  expect(modeOf(open)).toBe('700');
});

test('the browser profile of an earlier version is left unchanged, and explained', () => {
  for (const name of ['Local State', 'Default', 'soapstone-port']) {
    const folder = join(parent, `profile-${name}`);
    mkdirSync(folder, { mode: 0o755 });
    writeFileSync(join(folder, name), '4747\n');
    expect(() => prepareFolder(folder)).toThrow(WrongFolder);
    expect(() => prepareFolder(folder)).toThrow(/browser profile of an earlier version.*Choose another folder/);
    expect([readdirSync(folder), modeOf(folder)]).toEqual([[name], '755']);
    expect(readFileSync(join(folder, name), 'utf8')).toBe('4747\n');
  }
});

test('a path that is not a folder is refused', () => {
  const file = join(parent, 'file');
  writeFileSync(file, 'content');
  for (const path of [file, join(file, 'below')])
    expect(() => prepareFolder(path)).toThrow(/^.*file(\/below)? can't store the data: E(EXIST|NOTDIR).*\.$/);
  expect(() => prepareFolder(file)).toThrow(WrongFolder);
});

test('a damaged key is not replaced without the owner', () => {
  const folder = join(parent, 'damaged');
  prepareFolder(folder);
  writeFileSync(join(folder, 'page-key'), '');
  expect(() => pageKeyOf(folder)).toThrow(/page-key is damaged/);
  expect(existsSync(join(folder, 'page-key'))).toBe(true);
});
