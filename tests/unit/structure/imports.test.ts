import { expect, test } from 'vitest';
import { longFiles, longFunctionsIn } from './long-code.ts';
import { findBrokenRules } from './rules.ts';
import { sourceFile } from './source-file.ts';

test.each([
  ['sw/geometry/a.ts', "import { scan } from '../rows/scan.ts';", 'those of lower tiers'],
  ['sw/soap/a.ts', "import type { Store } from '../store/store.ts';", 'those of lower tiers'],
  ['sw/draw/deep/a.ts', "export * from '../../soap/xml.ts';", 'those of lower tiers'],
  ['sw/handlers/a.ts', "const late = () => import('../answer.ts');", 'those of lower tiers'],
  ['sw/store/a.ts', "type T = import('../handlers/call.ts').Call;", 'those of lower tiers'],
  ['sw/soap/a.ts', "import { call } from '../../src/connection/call.ts';", "the backend can't import this"],
  ['sw/portal/store/a.ts', "import { read } from '../token.ts';", 'those of lower tiers'],
  ['sw/endpoints/a.ts', "import { issueToken } from '../portal/token.ts';", 'of the portal may be imported'],
  ['src/parts/a.ts', "import { paging } from '../../sw/portal/contract/rows.ts';", 'of the portal may be imported'],
  ['src/parts/a.ts', "import { issueToken } from '../../sw/portal/index.ts';", 'the page may only import'],
  ['sw/attic/a.ts', 'export {};', "isn't in the list of tiers"],
  ['src/attic/a.ts', 'export {};', "isn't in the list of tiers"],
  ['src/state/a.ts', "import { icon } from '../parts/icon.tsx';", 'those of lower tiers'],
  ['src/portal/a.ts', "import { LayerList } from '../map/layer-list.tsx';", 'those of lower tiers'],
  ['src/parts/a.tsx', "import { paint } from '../../sw/draw/map.ts';", 'the page may only import'],
  ['src/bridge/a.ts', "import { sessions } from '../state/services.ts';", 'those of lower tiers'],
  ['src/client/a.ts', "import { currentSessions } from '../connection/sessions.ts';", 'those of lower tiers'],
  ['src/client/deep/a.ts', "import { call } from '../../connection/call.ts';", 'those of lower tiers'],
  ['sw/handlers/a.ts', "export const get = () => fetch('/x');", 'only the context may use globals'],
  ['sw/handlers/a.ts', 'export const host = { caches };', 'only the context may use globals'],
  ['sw/draw/a.ts', 'export const canvas = new OffscreenCanvas(1, 1);', 'only the context may use globals'],
  ['sw/store/a.ts', 'export const now = new Date();', 'only the context may use globals'],
  ['sw/store/a.ts', 'export const now = Date.now();', 'only the context may use globals'],
  ['src/parts/a.tsx', 'export const is = navigator.serviceWorker.controller;', 'only src/connection/worker-link.ts'],
  ['src/parts/a.tsx', "void fetch('services');", 'only src/connection/call.ts'],
  ['src/text/string-helpers.ts', 'export {};', 'a name that says what'],
  ['sw/draw/types.ts', 'export {};', 'a name that says what'],
  ['src/shell/AppShell.tsx', 'export {};', 'kebab-case'],
])('in %s, %s is reported', (path, text, sentence) => {
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
    "sw/handlers/query/a.ts imports sw/handlers/search/find.ts: handlers can't import each other",
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
