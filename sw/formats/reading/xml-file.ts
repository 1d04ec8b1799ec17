import type { Budget } from '../../contract/budget.ts';
import { Fault } from '../../contract/index.ts';
import { readXml, type XmlElement } from '../../soap/xml.ts';
import { diagnostic, readFault } from './diagnostic.ts';
import { readBudget } from './read-budget.ts';
import type { Diagnostic } from './read-fault.ts';
import { decodeText, maxTextBytes } from './read-text.ts';
import { readSlice, type SourceFile, sizeOf } from './source-table.ts';

export interface XmlFile {
  readonly root: XmlElement;
  /** Line in the file where an element begins, from 1. */
  lineOf(element: XmlElement): number;
  readonly notes: readonly Diagnostic[];
  /** Of the file; its elements are taken. */
  readonly budget: Budget;
}

/**
 * Read a file as XML, in the encoding that its byte order mark or its declaration names. Prefixes that are declared nowhere,
 * as files written by hand have them, are taken as they stand.
 *
 * @throws {Fault} `bad-package` with line and column when it is no XML, `too-large` above 400 MB
 */
export async function readXmlFile(file: SourceFile): Promise<XmlFile> {
  const size = sizeOf(file);
  if (size > maxTextBytes)
    throw readFault('too-large', 'mostBytes', file.name, maxTextBytes / 2 ** 20, Math.round(size / 2 ** 20));
  const { text, isGuessed } = decodeText(await readSlice(file, 0, size));
  const notes = isGuessed ? [diagnostic('windows1252')] : [];
  const lines = text.replace(/\r\n?/g, '\n');
  // Nothing may stand before the declaration, but in files that were put together by hand a blank line does.
  const whole = lines.trimStart();
  const linesBefore = lines.slice(0, lines.length - whole.length).split('\n').length - 1;
  if (whole === '') throw readFault('bad-package', 'isEmpty', file.name);
  // Counted first: the tree takes far more memory than its text.
  const budget = readBudget(file);
  for (let at = whole.indexOf('<'); at >= 0; at = whole.indexOf('<', at + 1))
    if (!'/!?'.includes(whole[at + 1] ?? '')) budget.take('elements');
  const declared = withPrefixes(whole);
  const ends: number[] = [];
  for (let at = declared.indexOf('\n'); at >= 0; at = declared.indexOf('\n', at + 1)) ends.push(at);
  const lineOf = ({ offset }: XmlElement): number => linesBefore + 1 + countBelow(ends, offset);
  try {
    return { root: readXml(declared), lineOf, notes, budget };
  } catch (error) {
    throw error instanceof Fault ? inFile(error, file.name, linesBefore) : error;
  }
}

/** Declare the prefixes that stand before names of elements and attributes and are declared nowhere. */
function withPrefixes(text: string): string {
  const used = new Set<string>();
  const declared = new Set<string>();
  for (const [, prefix] of text.matchAll(/\sxmlns:([\w.-]+)\s*=/g)) declared.add(prefix!);
  for (const [, prefix] of text.matchAll(/<([A-Za-z_][\w.-]*):/g)) used.add(prefix!);
  for (const [, prefix] of text.matchAll(/\s([A-Za-z_][\w.-]*):[\w.-]+\s*=\s*["']/g)) used.add(prefix!);
  const missing = [...used].filter((prefix) => !declared.has(prefix) && !/^(?:xml|xmlns|xsi)$/i.test(prefix));
  const first = /<[A-Za-z_][\w.:-]*/.exec(text);
  if (missing.length === 0 || !first) return text;
  const end = first.index + first[0].length;
  const label = missing.map((prefix) => ` xmlns:${prefix}="urn:undeclared:${prefix}"`).join('');
  return text.slice(0, end) + label + text.slice(end);
}

function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

const known: Readonly<Record<string, Diagnostic>> = {
  'an element': diagnostic('xmlElement'),
  'the end of the document': diagnostic('xmlEnd'),
};

/** The fault of the XML reader as one of this file. */
function inFile(fault: Fault, fileName: string, linesBefore: number): Fault {
  const found = /^XML, line (\d+), column (\d+): (.*) expected, (.*) found$/s.exec(fault.message);
  if (!found) return fault;
  const location = diagnostic('lineColumn', Number(found[1]) + linesBefore, Number(found[2]));
  const [expected, met] = [found[3]!, found[4]!].map((label) => known[label] ?? label);
  const isPlain = [expected!, met!].every((label) => typeof label === 'object' || /^[<"]/.test(label));
  return readFault(
    'bad-package',
    isPlain ? 'badXml' : 'brokenXml',
    diagnostic('inFile', fileName, location),
    expected!,
    met!,
  );
}

/** The children of an element with a local name, whatever their namespace. */
export const childrenOf = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child) => child.name === name);

export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

/** The text of a child without white space around it; empty when there is none. */
export const textOf = (element: XmlElement | undefined, name: string): string =>
  (element && childOf(element, name)?.text.trim()) ?? '';

/** The value of an attribute by its local name; undefined when it is not there. */
export const attributeOf = (element: XmlElement, name: string): string | undefined =>
  element.attributes.find((attribute) => attribute.name === name)?.value;
