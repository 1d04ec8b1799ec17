import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';

const maxSheetLines = 400;

/** Classes without style that tests use to find elements. */
const marks = new Set(['job', 'remote']);

/** Return whether OpenLayers sets this class on its elements. */
const isForeign = (name: string): boolean => name.startsWith('ol-');

export interface Sheet {
  readonly path: string;
  readonly lines: number;
  readonly classes: ReadonlySet<string>;
}

/** Read a style sheet: its length and the classes in its selectors. */
export function sheet(path: string, text: string): Sheet {
  const code = text.replace(/\/\*[\s\S]*?\*\/|"[^"]*"/g, '');
  const selectors = [...code.matchAll(/([^{};]+)\{/g)].map(([, prelude]) => prelude!.trim());
  const names = selectors
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name!));
  return { path, lines: text.split('\n').length - 1, classes: new Set(names) };
}

/** Words in a script's strings; `classes` are those in `class` attributes. */
export interface ScriptStrings {
  readonly path: string;
  readonly strings: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
}

type Node = { readonly type: string; readonly [key: string]: unknown };

/** Read the words in a script's strings that may be classes. */
export function scriptStrings(path: string, text: string): ScriptStrings {
  const strings = new Set<string>();
  const classes = new Set<string>();
  const look = (node: Node, isClass: boolean): void => {
    const isAttribute = node.type === 'JSXAttribute' && (node.name as Node).name === 'class';
    // A string in a comparison isn't a class.
    const isWithin = (isClass && node.type !== 'BinaryExpression') || isAttribute;
    const value = node.type === 'TemplateElement' ? (node.value as { cooked: string }).cooked : node.value;
    if (typeof value === 'string' && /^(Literal|TemplateElement)$/.test(node.type))
      for (const word of value.match(/[\w-]+/g) ?? []) {
        strings.add(word);
        if (isWithin) classes.add(word);
      }
    for (const child of Object.values(node))
      for (const inner of Array.isArray(child) ? child : [child])
        if (inner && typeof inner === 'object' && 'type' in inner) look(inner as Node, isWithin);
  };
  look(parseSync(path, text).program as unknown as Node, false);
  return { path, strings, classes };
}

/** List problems of the style sheets: a sheet that is too long, a class that is unused, a class without a rule. */
export function findBrokenSheets(sheets: readonly Sheet[], scripts: readonly ScriptStrings[]): string[] {
  const strings = new Set(scripts.flatMap((script) => [...script.strings]));
  const defined = new Set(sheets.flatMap((entry) => [...entry.classes]));
  return [
    ...sheets
      .filter(({ lines }) => lines > maxSheetLines)
      .map(({ path, lines }) => `${path}: ${lines} lines, at most ${maxSheetLines}`),
    ...sheets.flatMap(({ path, classes }) =>
      [...classes]
        .filter((name) => !strings.has(name) && !isForeign(name))
        .map((name) => `${path}: nothing has .${name}`),
    ),
    ...scripts.flatMap(({ path, classes }) =>
      [...classes]
        .filter((name) => !defined.has(name) && !marks.has(name))
        .map((name) => `${path}: no sheet knows .${name}`),
    ),
  ];
}

/** Read the sheets and scripts of a folder, including its HTML pages. */
export function readSheets(folder: string): { readonly sheets: Sheet[]; readonly scripts: ScriptStrings[] } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(css|tsx?|html)$/.test(entry.name))
    .map((entry) => posix.join(entry.parentPath.replaceAll('\\', '/'), entry.name));
  const read = (ending: RegExp) =>
    files.filter((path) => ending.test(path)).map((path) => [path, readFileSync(path, 'utf8')] as const);
  const html = read(/\.html$/).map(([path, text]) => ({
    path,
    strings: new Set(text.match(/[\w-]+/g)),
    classes: new Set<string>(),
  }));
  return {
    sheets: read(/\.css$/).map(([path, text]) => sheet(path, text)),
    scripts: [...read(/\.tsx?$/).map(([path, text]) => scriptStrings(path, text)), ...html],
  };
}
