import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientTypes } from '../../../src/build/client-types.ts';
import { restTypes } from '../../../src/extensions/rest/client-types.ts';

const compiler = join(import.meta.dirname, '../../../node_modules/.bin/tsc');

/** Programs by file name. They are compiled together, because parsing the browser's types takes most of the time. */
const programs = new Map<string, string>();
let folder: string;
let output = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'client-types-'));
  writeFileSync(join(folder, 'client.d.ts'), clientTypes([restTypes]));
  writeFileSync(join(folder, 'client.js'), '');
  for (const [name, program] of programs) writeFileSync(join(folder, name), program);
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const libraries = ['--lib', 'es2022,dom', '--types', '', '--skipDefaultLibCheck', '--checkers', '1'];
  output = spawnSync(compiler, [...options, ...libraries, ...programs.keys()], {
    cwd: folder,
    encoding: 'utf8',
  }).stdout;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Add a program that uses the types. The returned function returns the compiler's messages, or '' for none. */
function compileProgram(program: string): () => string {
  const name = `program${programs.size}.ts`;
  programs.set(name, program);
  const isOfClient = (line: string) => line.startsWith(name) || !line.startsWith('program');
  return () =>
    output
      .split(/\n(?=\S)/)
      .filter(isOfClient)
      .join('\n')
      .trim();
}

const everyKind = compileProgram(`import { connect, type QueryFilter, type Geometry } from './client.js';
    const client = await connect({ base: '/', service: 'World' });
    const filter: QueryFilter = { type: 'QueryFilter', WhereClause: '1=1', Resolution: 0 };
    const { Result } = await client.QueryFeatureData({ MapName: 'World', LayerID: 0, QueryFilter: filter });
    const shape: Geometry = { type: 'PointN', X: 1, Y: 2 };
    const names: string[] = Result.Fields.FieldArray.map((field) => field.Name);
    const picture = await client.ExportMapImage({ MapDescription: { Name: 'World', Rotation: 0 }, ImageDescription: {} });
    const bytes: Uint8Array | undefined = picture.Result.ImageData;
    const { features } = await client.rest('query', { layer: 0, where: '1=1', spatialRel: 'esriSpatialRelWithin', objectIds: [1] });
    const rows: Blob = await client.rest('query', { layer: 0, geometry: [1, 2], time: [null, 5] }, { f: 'pbf' });
    const tile: Blob = await client.rest('tile', { level: 1, row: 0, column: 0 });
    console.log(shape, names, bytes, features, rows, tile);
    export {};`);
test('a program with every kind of value compiles', () => expect(everyKind()).toBe(''));

const wrong = compileProgram(`import { connect } from './client.js';
    const client = await connect();
    await client.GetMapName({ Index: 'first' });
    export {};`);
test('a wrong request does not compile', () => {
  expect(wrong()).toContain("Type 'string' is not assignable to type 'number'");
});

test.each(
  [
    ["rest('query', {})", "Property 'layer' is missing"],
    ["rest('query', { layer: 0, spatialRel: 'near' })", `Type '"near"' is not assignable`],
    ["rest('query', { layer: 0 }, { f: 'image' })", `Type '"image"' is not assignable`],
    ["rest('queries', {})", `'"queries"' is not assignable`],
  ].map(([call, complaint]) => {
    const complaints = compileProgram(`import { connect } from './client.js';
    await (await connect()).${call};
    export {};`);
    return { call, complaint: complaint!, complaints };
  }),
)('$call does not compile', ({ complaint, complaints }) => {
  expect(complaints()).toContain(complaint);
});
