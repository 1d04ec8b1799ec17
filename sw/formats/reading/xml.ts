import { SaxesParser } from 'saxes';
import type { Budget } from '../../contract/budget.ts';
import { detectEncoding, encodingHeadBytes } from '../../contract/text-encoding.ts';
import { diagnostic, readFault } from './diagnostic.ts';
import { readBudget } from './read-budget.ts';
import type { Diagnostic } from './read-fault.ts';
import { readText } from './read-text.ts';
import { type Progress, readSlice, type SourceFile, sizeOf } from './source-table.ts';

/** Attributes by their names as written, with prefix. */
export type Attributes = Readonly<Record<string, string>>;

export interface XmlNode {
  /** Name without prefix. */
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly XmlNode[];
  /** Character data directly in the element, in order, with references resolved. */
  text: string;
  /** Line on which the element begins, from 1. */
  readonly line: number;
}

interface XmlTree {
  readonly root: XmlNode;
  readonly notes: readonly Diagnostic[];
  /** Budget of the file, already charged for its elements. */
  readonly budget: Budget;
}

/** Callbacks while a document is read. Element names are without prefix. */
export interface XmlHandlers {
  /** @param line on which the element begins, from 1 */
  open(name: string, attributes: Attributes, line: number): void;
  close?(name: string): void;
  /** Called with a run of character data, references resolved. */
  text?(text: string): void;
}

interface ReadOptions {
  readonly onProgress?: Progress | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Bytes or characters passed to the parser per call. */
const pieceSize = 1 << 20;
/** Maximum depth of nested elements. */
const maxDepth = 200;
/** Maximum attributes of one element. */
const maxAttributes = 256;
/** Maximum characters of an attribute in a tree. */
const maxAttributeLength = 65_536;
const noAttributes: Attributes = {};
const noChildren: readonly XmlNode[] = [];

/**
 * Read XML in pieces, so that a large file takes only the memory that the handlers use. Well-formedness is checked,
 * document type declarations are skipped, and only the five built-in entities are known. Prefixes need no declaration.
 *
 * @throws {Fault} `bad-package` naming line and column
 */
export async function readXml(
  file: SourceFile,
  handlers: XmlHandlers,
  { onProgress, signal }: ReadOptions = {},
): Promise<void> {
  const size = sizeOf(file);
  const parser = createParser(file.name, handlers);
  const encoding = detectEncoding(await readSlice(file, 0, encodingHeadBytes)) ?? 'utf-8';
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let offset = 0; offset < size; offset += pieceSize) {
    signal?.throwIfAborted();
    const bytes = await readSlice(file, offset, Math.min(size, offset + pieceSize));
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: offset + pieceSize < size });
    } catch {
      throw readFault('bad-package', 'utf8Expected', parser.location());
    }
    parser.write(text);
    onProgress?.(Math.min(1, (offset + pieceSize) / size));
  }
  parser.close();
}

/**
 * Read an XML file as a tree, in the encoding that its byte order mark or declaration names.
 *
 * @throws {Fault} `bad-package` like `readXml`; `too-large` above 400 MB or four million elements
 */
export async function readXmlTree(file: SourceFile): Promise<XmlTree> {
  const { text, isGuessed } = await readText(file);
  if (!/\S/.test(text)) throw readFault('bad-package', 'isEmpty', file.name);
  const budget = readBudget(file);
  const open: XmlNode[] = [];
  let root: XmlNode | undefined;
  const handlers: XmlHandlers = {
    open(name, attributes, line) {
      // Check the budget first, because the tree takes far more memory than its text.
      budget.take('elements');
      const node = addNode(open[open.length - 1], name, attributes, line);
      root ??= node;
      open.push(node);
    },
    close() {
      open.pop();
    },
    text(piece) {
      const node = open[open.length - 1];
      if (node) node.text += piece;
    },
  };
  const parser = createParser(file.name, handlers, maxAttributeLength);
  for (let start = 0; start < text.length; start += pieceSize) parser.write(text.slice(start, start + pieceSize));
  parser.close();
  return { root: root!, notes: isGuessed ? [diagnostic('windows1252')] : [], budget };
}

/** Create an element, as the last child of its parent if it has one. */
export function addNode(parent: XmlNode | undefined, name: string, attributes: Attributes, line: number): XmlNode {
  // Copy the parser's own object, a hash table that takes several times the memory.
  const copy = attributes === noAttributes ? attributes : { ...attributes };
  const node: XmlNode = { name, attributes: copy, children: noChildren, text: '', line };
  if (parent?.children === noChildren) (parent as { children: readonly XmlNode[] }).children = [node];
  else (parent?.children as XmlNode[] | undefined)?.push(node);
  return node;
}

interface Parser {
  write(text: string): void;
  close(): void;
  /** Return the current position in the file. */
  location(): Diagnostic;
}

function createParser(fileName: string, { open, close, text }: XmlHandlers, maxLength = Infinity): Parser {
  const parser = new SaxesParser({ xmlns: false, position: true });
  let depth = 0;
  let closed = '';
  let isStarted = false;
  let linesBefore = 0;
  let line = 0;
  let attributeCount = 0;
  const location = () =>
    diagnostic(
      'inFile',
      fileName,
      diagnostic('lineColumn', linesBefore + parser.line, Math.max(1, parser.columnIndex)),
    );
  function refuse(reason: string): never {
    throw readFault('bad-package', 'xmlBroken', location(), reason);
  }
  parser.on('error', ({ message }) => {
    const reason = message
      .replace(/^[\d:]+\s*/, '')
      .replace('undefined entity', 'undeclared entity')
      .replace(/\.$/, '');
    refuse(reason === 'unexpected close tag' ? `${reason} instead of </${closed}>` : reason);
  });
  parser.on('opentagstart', () => {
    if (++depth > maxDepth) refuse(`more than ${maxDepth} nested elements`);
    attributeCount = 0;
    // In column 0, the parser has already read the line feed after the name.
    line = linesBefore + parser.line - (parser.columnIndex === 0 ? 1 : 0);
  });
  parser.on('attribute', ({ name, value }) => {
    if (++attributeCount > maxAttributes) refuse(`more than ${maxAttributes} attributes`);
    if (value.length > maxLength) refuse(`more than ${maxLength} characters in attribute ${name}`);
  });
  parser.on('opentag', ({ name, attributes }) =>
    open(localName(name), attributeCount === 0 ? noAttributes : attributes, line),
  );
  parser.on('closetag', ({ name }) => {
    depth--;
    closed = name;
    close?.(localName(name));
  });
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  return {
    location,
    write(piece) {
      if (isStarted) {
        parser.write(piece);
        return;
      }
      // Nothing may precede the declaration, but hand-written files may begin with a blank line.
      const whole = piece.trimStart();
      linesBefore += piece.slice(0, piece.length - whole.length).split(/\r\n?|\n/).length - 1;
      isStarted = whole !== '';
      parser.write(whole);
    },
    close: () => void parser.close(),
  };
}

/** Return a name without its prefix. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Return the value of an attribute by local name; undefined if it is missing. */
export function attributeNamed(attributes: Attributes, local: string): string | undefined {
  if (attributes[local] !== undefined) return attributes[local];
  for (const name in attributes) if (name.endsWith(local) && localName(name) === local) return attributes[name];
  return undefined;
}

/** Return the value of an attribute by local name; undefined if it is missing. */
export const getAttribute = (node: XmlNode, name: string): string | undefined => attributeNamed(node.attributes, name);

/** Return the children with one of these local names, in any namespace. */
export const findChildren = (node: XmlNode, ...names: readonly string[]): readonly XmlNode[] =>
  node.children.filter((child) => names.includes(child.name));

/** Return the first child with this local name; undefined if there is none. */
export const findChild = (node: XmlNode, name: string): XmlNode | undefined =>
  node.children.find((child) => child.name === name);

/** Return the text of a child without surrounding white space; empty if there is none. */
export const readChildText = (node: XmlNode | undefined, name: string): string =>
  (node && findChild(node, name)?.text.trim()) ?? '';
