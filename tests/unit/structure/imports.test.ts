import { expect, test } from 'vitest';
import { longFiles, longFunctionsIn } from './long-code.ts';
import { findBrokenRules } from './rules.ts';
import { sourceFile } from './source-file.ts';

test.each([
  ['sw/geometry/a.ts', "import { scan } from '../rows/scan.ts';", 'imports go down only'],
  ['sw/soap/a.ts', "import type { Store } from '../store/store.ts';", 'never to the same floor'],
  ['sw/draw/deep/a.ts', "export * from '../../soap/xml.ts';", 'never to the same floor'],
  ['sw/handlers/a.ts', "const late = () => import('../answer.ts');", 'imports go down only'],
  ['sw/store/a.ts', "type T = import('../handlers/call.ts').Call;", 'imports go down only'],
  ['sw/soap/a.ts', "import { call } from '../../src/connection/call.ts';", 'not of the backend'],
  ['sw/portal/store/a.ts', "import { read } from '../token.ts';", 'imports go down only'],
  ['sw/endpoints/a.ts', "import { issueToken } from '../portal/token.ts';", 'the portal is entered by'],
  ['src/parts/a.ts', "import { paging } from '../../sw/portal/contract/rows.ts';", 'the portal is entered by'],
  ['src/parts/a.ts', "import { issueToken } from '../../sw/portal/index.ts';", 'of the backend the page knows only'],
  ['sw/attic/a.ts', 'export {};', 'has no floor'],
  ['src/attic/a.ts', 'export {};', 'has no floor'],
  ['src/state/a.ts', "import { icon } from '../parts/icon.tsx';", 'imports go down only'],
  ['src/portal/a.ts', "import { LayerList } from '../map/layer-list.tsx';", 'never to the same floor'],
  ['src/parts/a.tsx', "import { paint } from '../../sw/draw/map.ts';", 'of the backend the page knows only'],
  ['src/bridge/a.ts', "import { sessions } from '../state/services.ts';", 'never to the same floor'],
  ['src/client/a.ts', "import { currentSessions } from '../connection/sessions.ts';", 'imports go down only'],
  ['src/client/deep/a.ts', "import { call } from '../../connection/call.ts';", 'imports go down only'],
  ['sw/handlers/a.ts', "export const get = () => fetch('/x');", "the context gives what is the host's"],
  ['sw/handlers/a.ts', 'export const host = { caches };', "the context gives what is the host's"],
  ['sw/draw/a.ts', 'export const canvas = new OffscreenCanvas(1, 1);', "the context gives what is the host's"],
  ['sw/store/a.ts', 'export const now = new Date();', "the context gives what is the host's"],
  ['sw/store/a.ts', 'export const now = Date.now();', "the context gives what is the host's"],
  ['src/parts/a.tsx', 'export const is = navigator.serviceWorker.controller;', 'only src/connection/worker-link.ts'],
  ['src/parts/a.tsx', "void fetch('services');", 'only src/connection/call.ts'],
  ['src/text/string-helpers.ts', 'export {};', 'named after what it holds'],
  ['sw/draw/types.ts', 'export {};', 'named after what it holds'],
  ['src/shell/AppShell.tsx', 'export {};', 'kebab-case'],
])('in %s, %s is told', (path, text, sentence) => {
  expect(findBrokenRules([sourceFile(path, text)])).toEqual([expect.stringContaining(sentence)]);
});

test.each([
  ['tests/a-package.d.ts', "declare module 'a-package';"],
  ['tests/sql.js.d.ts', "declare module 'sql.js';"],
  ['sw/handlers/a.ts', "import { scan } from '../rows/scan.ts';"],
  ['sw/handlers/a.ts', 'export const get = (context: C) => context.fetch("/x");'],
  ['sw/handlers/a.ts', 'export const host = { fetch: 1, caches: 2 };'],
  ['sw/draw/a.ts', 'export const size = (canvas: OffscreenCanvas): number => canvas.width;'],
  ['sw/store/a.ts', '// indexedDB and fetch() are not touched here\nexport const day = new Date(0);'],
  ['src/publish/a.ts', "import { Fault } from '../../sw/contract/fault.ts';"],
])('in %s, %s is allowed', (path, text) => {
  expect(findBrokenRules([sourceFile(path, text)])).toEqual([]);
});

test('a handler takes no code from another handler', () => {
  const index = sourceFile('sw/handlers/index.ts', "import { Find } from './search/find.ts';\nimport './call.ts';");
  const checkImports = (text: string) => findBrokenRules([index, sourceFile('sw/handlers/query/a.ts', text)]);
  expect(checkImports("export { Find } from '../search/find.ts';")).toEqual([
    'sw/handlers/query/a.ts imports sw/handlers/search/find.ts: no handler is imported by another',
  ]);
  expect(checkImports("import '../call.ts';\nimport '../search/row-results.ts';")).toEqual([]);
});

test('long code is found, with comments left out, and who writes a signal of another file', () => {
  const lines = (count: number, line: string) => `${line}\n`.repeat(count);
  const long = sourceFile('src/a.ts', lines(401, 'x();'));
  expect(longFiles([long, sourceFile('src/b.ts', lines(400, 'x();') + lines(9, '// only words'))])).toEqual([
    'src/a.ts',
  ]);
  const body = (count: number) => `{\n${lines(count, 'x();')}${lines(50, '// only words')}}`;
  const functions = `function a() ${body(79)}\nexport const b = () => ${body(78)}\nconst c = { d() ${body(79)} };`;
  expect(longFunctionsIn([sourceFile('src/c.ts', functions)])).toEqual(['src/c.ts a', 'src/c.ts d']);
  const writer = "import { zoom, type View } from './view.ts'; const own = signal(1); own.value = 2; zoom.value++;";
  expect(sourceFile('src/map/d.ts', writer).writes).toEqual(['src/map/view.ts#zoom']);
});
