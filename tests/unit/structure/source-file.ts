import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';

/** What the rules look at in one file. */
export interface SourceFile {
  /** From the project's folder, with slashes. */
  readonly path: string;
  /** Paths of files for relative imports, as written for packages; types and `import()` included. */
  readonly imports: readonly string[];
  /** Names read as values: `fetch`, `Date`; with their member where it is plain: `navigator.serviceWorker`, `Date.now`. */
  readonly names: ReadonlySet<string>;
  /** Lines with code on them: neither blank nor comment alone. */
  readonly codeLines: number;
}

type Node = { readonly type: string; readonly [key: string]: unknown };

/** Read every script of a folder. */
export function readSources(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile() && /\.tsx?$/.test(found.name))
    .map((found) => posix.join(found.parentPath.replaceAll('\\', '/'), found.name))
    .sort()
    .map((path) => sourceFile(path, readFileSync(path, 'utf8')));
}

/** @throws {Error} when the text does not parse */
export function sourceFile(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const imports = new Set<string>();
  const names = new Set<string>();
  look(program as unknown as Node, imports, names);
  return {
    path,
    imports: [...imports].map((name) => resolved(path, name)),
    names,
    codeLines: countLines(text, comments),
  };
}

/** Types name globals without touching them, and may still import. */
const isType = (node: Node): boolean => /^(TSType|TSInterface|TSImport|TSModule)/.test(node.type);

function look(node: Node, imports: Set<string>, names: Set<string>, withinType = false): void {
  const source = node.source as Node | null | undefined;
  const mayImport = /^(Import|Export|TSImportType)/.test(node.type);
  if (mayImport && typeof source?.value === 'string') imports.add(source.value);
  if (node.type === 'ImportDeclaration') return;
  if (!withinType) addNames(node, names);
  for (const [key, child] of Object.entries(node)) {
    // `a.fetch` and `{ fetch: 1 }` are no global; the short form `{ fetch }` is, and its value says so.
    if ((key === 'property' || key === 'key') && !node.computed) continue;
    for (const inner of Array.isArray(child) ? child : [child]) {
      if (!inner || typeof inner !== 'object' || !('type' in inner)) continue;
      look(inner as Node, imports, names, withinType || isType(inner as Node));
    }
  }
}

function addNames(node: Node, names: Set<string>): void {
  if (node.type === 'Identifier') names.add(node.name as string);
  const inner = (node.type === 'NewExpression' ? node.callee : node.object) as Node | undefined;
  if (inner?.type !== 'Identifier') return;
  if (node.type === 'NewExpression' && (node.arguments as Node[]).length === 0) names.add(`new ${inner.name}()`);
  if (node.type === 'MemberExpression' && !node.computed) names.add(`${inner.name}.${(node.property as Node).name}`);
}

function resolved(path: string, name: string): string {
  return name.startsWith('.') ? posix.join(posix.dirname(path), name) : name;
}

function countLines(text: string, comments: readonly { start: number; end: number }[]): number {
  let code = text;
  for (const { start, end } of comments) {
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end);
  }
  return code.split('\n').filter((line) => line.trim() !== '').length;
}
