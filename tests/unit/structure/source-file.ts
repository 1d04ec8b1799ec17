import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';

/** The properties of a file that the rules check. */
export interface SourceFile {
  /** Relative to the project's folder, with slashes. */
  readonly path: string;
  /** Paths of files for relative imports, package names as written; includes types and `import()`. */
  readonly imports: readonly string[];
  /** Exported names; `default` for a default export. */
  readonly exports: readonly string[];
  /** Imported names, as `path#name`; `path#*` if the whole file is imported. */
  readonly uses: readonly string[];
  /** Names read as values: `fetch`, `Date`, or with a plain member: `navigator.serviceWorker`, `Date.now`. */
  readonly names: ReadonlySet<string>;
  /** All names in the code, including members and types. */
  readonly identifiers: ReadonlySet<string>;
  /** Calls that spread a list into arguments, as `push(...`. */
  readonly spreads: readonly string[];
  /** Number of lines with code: neither blank nor only a comment. */
  readonly codeLines: number;
  /** Functions with their lines of code, including nested functions. */
  readonly functions: readonly LongFunction[];
  /** Imported values whose members are assigned, as `path#name`: `zoom.value = 3` for an imported `zoom`. */
  readonly writes: readonly string[];
  /** The file's comments, each as one line without comment marks. */
  readonly comments: readonly string[];
  /** The file's string literals, and the fixed parts of its template literals. */
  readonly strings: readonly QuotedText[];
}

export interface QuotedText {
  readonly text: string;
  /** Name of the function or class whose call has the text as an argument; empty if there is none. */
  readonly call: string;
}

export interface LongFunction {
  /** Declared name, or the name of the variable or member that it is assigned to; empty if there is none. */
  readonly name: string;
  readonly lines: number;
}

type Node = { readonly type: string; readonly [key: string]: unknown };

/** Read every script in a folder. */
export function readSources(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => posix.join(entry.parentPath.replaceAll('\\', '/'), entry.name))
    .sort()
    .map((path) => sourceFile(path, readFileSync(path, 'utf8')));
}

/** Parse a script and list what the rules check. @throws {Error} if the text can't be parsed */
export function sourceFile(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const imports = new Set<string>();
  const names = new Set<string>();
  const whole = new Set<string>();
  const identifiers = new Set<string>();
  look(program as unknown as Node, { imports, names, whole });
  addIdentifiers(program as unknown as Node, identifiers);
  const statements = (program as unknown as { body: Node[] }).body;
  const countNodeLines = countLinesIn(text, comments);
  const uses = statements.flatMap((node) => listUses(node, path));
  return {
    path,
    imports: [...imports].map((name) => resolvePath(path, name)),
    exports: statements.flatMap(listExports),
    uses: [...uses, ...[...whole].map((name) => `${resolvePath(path, name)}#*`)],
    names,
    identifiers,
    spreads: text.match(/\b(push|unshift|fromCharCode|fromCodePoint|min|max)\(\.\.\./g) ?? [],
    codeLines: countNodeLines(0, text.length),
    functions: functionsIn(program as unknown as Node, countNodeLines),
    writes: writesIn(program as unknown as Node, path),
    comments: comments.map(({ value }) =>
      value
        .replace(/\n\s*\*/g, ' ')
        .replace(/^\*/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ),
    strings: listStrings(program as unknown as Node),
  };
}

const readName = (node: unknown): string => (node as { name: string }).name;

function listExports(node: Node): string[] {
  if (node.type === 'ExportDefaultDeclaration') return ['default'];
  if (node.type !== 'ExportNamedDeclaration') return [];
  const declared = node.declaration as Node | null;
  if (!declared) return (node.specifiers as Node[]).map(({ exported }) => readName(exported));
  const all = (declared.declarations as Node[] | undefined) ?? [declared];
  return all.map(({ id }) => readName(id));
}

function listUses(node: Node, path: string): string[] {
  const source = (node.source as { value?: string } | null | undefined)?.value;
  if (!source?.startsWith('.')) return [];
  const target = resolvePath(path, source);
  if (node.type === 'ExportAllDeclaration') return [`${target}#*`];
  return (node.specifiers as Node[]).map((specifier) => {
    if (specifier.type === 'ImportNamespaceSpecifier') return `${target}#*`;
    if (specifier.type === 'ImportDefaultSpecifier') return `${target}#default`;
    return `${target}#${readName(specifier.type === 'ImportSpecifier' ? specifier.imported : specifier.local)}`;
  });
}

/** Return whether a node is a type: types name globals without using them, but may import files. */
const isType = (node: Node): boolean => /^(TSType|TSInterface|TSImport|TSModule)/.test(node.type);

interface Seen {
  readonly imports: Set<string>;
  readonly names: Set<string>;
  /** Files imported as a whole: by `import()`, or inline for a type. */
  readonly whole: Set<string>;
}

function look(node: Node, seen: Seen, withinType = false): void {
  const source = node.source as Node | null | undefined;
  const mayImport = /^(Import|Export|TSImportType)/.test(node.type);
  if (mayImport && typeof source?.value === 'string') {
    seen.imports.add(source.value);
    if (node.type === 'ImportExpression' || node.type === 'TSImportType') seen.whole.add(source.value);
  }
  if (node.type === 'ImportDeclaration') return;
  if (!withinType) addNames(node, seen.names);
  for (const [key, child] of Object.entries(node)) {
    // `a.fetch` and `{ fetch: 1 }` aren't globals; the shorthand `{ fetch }` is, which its value shows.
    if ((key === 'property' || key === 'key') && !node.computed) continue;
    for (const inner of Array.isArray(child) ? child : [child]) {
      if (!inner || typeof inner !== 'object' || !('type' in inner)) continue;
      look(inner as Node, seen, withinType || isType(inner as Node));
    }
  }
}

function addIdentifiers(node: Node, identifiers: Set<string>): void {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') identifiers.add(node.name as string);
  for (const child of Object.values(node)) {
    for (const inner of Array.isArray(child) ? child : [child]) {
      if (inner && typeof inner === 'object' && 'type' in inner) addIdentifiers(inner as Node, identifiers);
    }
  }
}

function listStrings(node: Node, call = ''): QuotedText[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [{ text: node.value, call }] : [];
  if (node.type === 'TemplateElement') return [{ text: (node.value as { cooked: string }).cooked, call }];
  const isCall = node.type === 'CallExpression' || node.type === 'NewExpression';
  const callee = isCall ? (node.callee as Node) : undefined;
  const innerCall = callee?.type === 'Identifier' ? readName(callee) : isCall ? '' : call;
  return Object.values(node).flatMap((child) =>
    (Array.isArray(child) ? child : [child]).flatMap((inner) =>
      inner && typeof inner === 'object' && 'type' in inner ? listStrings(inner as Node, innerCall) : [],
    ),
  );
}

function addNames(node: Node, names: Set<string>): void {
  if (node.type === 'Identifier') names.add(node.name as string);
  const inner = (node.type === 'NewExpression' ? node.callee : node.object) as Node | undefined;
  if (inner?.type !== 'Identifier') return;
  if (node.type === 'NewExpression' && (node.arguments as Node[]).length === 0) names.add(`new ${inner.name}()`);
  if (node.type === 'MemberExpression' && !node.computed) names.add(`${inner.name}.${(node.property as Node).name}`);
}

function resolvePath(path: string, name: string): string {
  return name.startsWith('.') ? posix.join(posix.dirname(path), name) : name;
}

/** List every node with its parent. */
function* nodesIn(node: Node, above?: Node): Generator<readonly [Node, Node | undefined]> {
  yield [node, above];
  for (const child of Object.values(node))
    for (const inner of Array.isArray(child) ? child : [child])
      if (inner && typeof inner === 'object' && 'type' in inner) yield* nodesIn(inner as Node, node);
}

function functionsIn(program: Node, listLines: (start: number, end: number) => number): LongFunction[] {
  const results: LongFunction[] = [];
  for (const [node, above] of nodesIn(program)) {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) || !node.body) continue;
    const named = (node.id ?? above?.id ?? above?.key) as { name?: string } | null | undefined;
    results.push({ name: named?.name ?? '', lines: listLines(node.start as number, node.end as number) });
  }
  return results;
}

function writesIn(program: Node, path: string): string[] {
  const imported = new Map<string, string>();
  const writes = new Set<string>();
  for (const [node] of nodesIn(program)) {
    const source = (node.source as { value?: string } | null | undefined)?.value;
    if (node.type === 'ImportDeclaration' && source?.startsWith('.'))
      for (const specifier of node.specifiers as Node[])
        if (specifier.type === 'ImportSpecifier')
          imported.set(readName(specifier.local), `${resolvePath(path, source)}#${readName(specifier.imported)}`);
    const target = (node.type === 'AssignmentExpression' ? node.left : node.argument) as Node | undefined;
    if (!/^(AssignmentExpression|UpdateExpression)$/.test(node.type) || target?.type !== 'MemberExpression') continue;
    const object = target.object as Node;
    if (object.type !== 'Identifier' || readName(target.property) !== 'value') continue;
    const written = imported.get(readName(object));
    if (written) writes.add(written);
  }
  return [...writes];
}

type Range = { readonly start: number; readonly end: number };

/** @returns a function that counts the lines of code in a range of the text */
function countLinesIn(text: string, comments: readonly Range[]): (start: number, end: number) => number {
  const code = withoutComments(text, comments);
  return (start, end) =>
    code
      .slice(start, end)
      .split('\n')
      .filter((line) => line.trim() !== '').length;
}

function withoutComments(text: string, comments: readonly Range[]): string {
  const parts: string[] = [];
  let offset = 0;
  for (const { start, end } of comments) {
    parts.push(text.slice(offset, start), text.slice(start, end).replace(/[^\n]/g, ' '));
    offset = end;
  }
  return parts.join('') + text.slice(offset);
}
