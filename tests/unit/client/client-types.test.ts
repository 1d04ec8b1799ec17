import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientTypes } from '../../../src/build/client-types.ts';
import { restTypes } from '../../../src/extensions/rest/client-types.ts';

const compiler = join(import.meta.dirname, '../../../node_modules/.bin/tsc');

/** What the compiler says of a program that uses the types; empty when it is content. */
function complaints(program: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'client-types-'));
  try {
    writeFileSync(join(folder, 'client.d.ts'), clientTypes([restTypes]));
    writeFileSync(join(folder, 'client.js'), '');
    writeFileSync(join(folder, 'program.ts'), program);
    const options = [
      '--strict',
      '--noEmit',
      '--target',
      'es2022',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
    ];
    execFileSync(compiler, [...options, '--lib', 'es2022,dom', '--types', '', 'program.ts'], {
      cwd: folder,
      stdio: 'pipe',
    });
    return '';
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a program with every kind of value compiles', () => {
  const program = `import { connect, type QueryFilter, type Geometry } from './client.js';
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
    export {};`;
  expect(complaints(program)).toBe('');
});

test('a wrong request does not compile', () => {
  const program = `import { connect } from './client.js';
    const client = await connect();
    await client.GetMapName({ Index: 'first' });
    export {};`;
  expect(complaints(program)).toContain("Type 'string' is not assignable to type 'number'");
});

test.each([
  ["rest('query', {})", "Property 'layer' is missing"],
  ["rest('query', { layer: 0, spatialRel: 'near' })", `Type '"near"' is not assignable`],
  ["rest('query', { layer: 0 }, { f: 'image' })", `Type '"image"' is not assignable`],
  ["rest('queries', {})", `'"queries"' is not assignable`],
])('%s does not compile', (call, complaint) => {
  const program = `import { connect } from './client.js';
    await (await connect()).${call};
    export {};`;
  expect(complaints(program)).toContain(complaint);
});
