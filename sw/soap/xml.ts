import { wrongValue } from '../contract/fault.ts';
import { runAtOnce, type Steps } from '../scheduler.ts';
import {
  innerScope,
  maximumNameLength,
  outerScope,
  qNamePattern,
  resolveName,
  type Scope,
  splitName,
  xmlNamespace,
  xmlnsNamespace,
  xsiNamespace,
} from './xml-names.ts';
import {
  attributeValue,
  clip,
  describeCharacterAt,
  findIllegal,
  isSpace,
  lineAndColumn,
  quote,
  type Refuse,
  referencesInSteps,
  withLineFeeds,
} from './xml-text.ts';

interface XmlAttribute {
  /** Local name. */
  readonly name: string;
  /** Empty for an attribute without a prefix. */
  readonly namespace: string;
  readonly value: string;
}

export interface XmlElement {
  /** Local name. */
  readonly name: string;
  readonly prefix: string;
  /** Empty if the element is in no namespace. */
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** Character data and CDATA directly inside the element, in order, with references resolved. */
  readonly text: string;
  /** Index of the start tag in the document. Line ends count as one character. */
  readonly offset: number;
}

/** Element before its end tag is read. */
type OpenElement = Omit<XmlElement, 'children' | 'text'> & { children: XmlElement[]; text: string };

const maximumDepth = 200;
/** Maximum number of attributes of an element, and of namespaces in scope. Each is compared with all others. */
const maximumAttributes = 256;
const maximumAttributeLength = 65_536;
/** Number of tags and attributes read between two yields, which takes a few milliseconds. */
const tagsAtOnce = 1024;
const noAttributes: readonly XmlAttribute[] = [];
const noChildren: XmlElement[] = [];

/**
 * Read an XML document into a simple tree. The reader supports namespaces and doesn't validate.
 *
 * To resist attacks, it is stricter than XML: no DOCTYPE, so only the five built-in entities, nesting up to 200 levels,
 * and attributes up to 65,536 characters.
 *
 * Comments and processing instructions are checked and dropped. The prefix `xsi` is known without a declaration,
 * because hand-written requests often omit it. Any other undeclared prefix of an element or attribute is a fault.
 *
 * @returns the root element
 * @throws {Fault} `bad-xml` with line and column, the expected and the found text
 * @see XML 1.0 fifth edition; Namespaces in XML 1.0
 */
export function readXml(document: string): XmlElement {
  return runAtOnce(xmlInSteps(document));
}

/**
 * Read like `readXml`. Yields every few milliseconds, because a large document must not block the worker.
 *
 * @param onElement called before each element is created. It may throw to limit memory, because a tree takes far more
 *   than its text
 */
export function* xmlInSteps(document: string, onElement?: () => void): Steps<XmlElement> {
  let text = document;
  if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
  text = yield* withLineFeeds(text);
  const length = text.length;

  const refuse: Refuse = (offset, expected, actual) => {
    throw wrongValue('bad-xml', `XML, ${lineAndColumn(text, offset)}`, expected, actual);
  };
  const bad = yield* findIllegal(text);
  if (bad >= 0)
    refuse(bad, 'a legal character', `U+${text.charCodeAt(bad).toString(16).toUpperCase().padStart(4, '0')}`);

  let scope = outerScope();
  const scopes: Scope[] = [];
  const stack: OpenElement[] = [];
  const qNames: string[] = [];
  let current: OpenElement | undefined;
  let root: OpenElement | undefined;
  let cursor = 0;

  const skipSpace = (from: number): number => {
    let i = from;
    while (i < length && isSpace(text.charCodeAt(i))) i++;
    return i;
  };
  const addText = (raw: string, offset: number): void => {
    if (current) {
      current.text = current.text === '' ? raw : current.text + raw;
    } else if (raw.trim() !== '') {
      const first = offset + raw.length - raw.trimStart().length;
      refuse(first, root ? 'the end of the document' : 'an element', quote(raw.trim()));
    }
  };
  const findEnd = (mark: string, from: number, start: number, part: string): number => {
    const end = text.indexOf(mark, from);
    return end < 0 ? refuse(start, `${mark} at the end of the ${part}`, 'the end of the document') : end;
  };

  const declared = /^<\?xml\s[^?]*\?>/.exec(text);
  if (declared) cursor = declared[0].length;

  for (let work = 1; cursor < length; work++) {
    if (work >= tagsAtOnce) {
      work = 0;
      yield;
    }
    const open = text.indexOf('<', cursor);
    const dataEnd = open < 0 ? length : open;
    if (dataEnd > cursor) {
      const raw = text.slice(cursor, dataEnd);
      if (raw.includes(']]>')) refuse(cursor + raw.indexOf(']]>'), '"]]&gt;" in text', '"]]>"');
      addText(current && raw.includes('&') ? yield* referencesInSteps(raw, cursor, refuse) : raw, cursor);
    }
    if (open < 0) break;
    const mark = text.charCodeAt(open + 1);

    if (mark === 47 /* / */) {
      const close = findEnd('>', open, open, 'end tag');
      const qName = text.slice(open + 2, close).trimEnd();
      const expected = qNames.pop();
      if (expected === undefined) refuse(open, root ? 'the end of the document' : 'an element', `</${qName}>`);
      if (qName !== expected) refuse(open, `</${expected}>`, `</${clip(qName)}>`);
      stack.pop();
      current = stack[stack.length - 1];
      scope = scopes.pop()!;
      cursor = close + 1;
      continue;
    }
    if (mark === 33 /* ! */) {
      if (text.startsWith('<!--', open)) {
        const end = findEnd('--', open + 4, open, 'comment');
        if (text.charCodeAt(end + 2) !== 62) refuse(end, '"-->"', '"--" inside a comment');
        cursor = end + 3;
      } else if (text.startsWith('<![CDATA[', open)) {
        if (!current) refuse(open, root ? 'the end of the document' : 'an element', 'a CDATA section');
        const end = findEnd(']]>', open + 9, open, 'CDATA section');
        current!.text += text.slice(open + 9, end);
        cursor = end + 3;
      } else refuse(open, 'an element', quote(text.slice(open, open + 9)));
      continue;
    }
    if (mark === 63 /* ? */) {
      const end = findEnd('?>', open + 2, open, 'processing instruction');
      const target = /^\S+/.exec(text.slice(open + 2, Math.min(end, open + 3 + maximumNameLength)))?.[0] ?? '';
      if (target.length > maximumNameLength || !qNamePattern.test(target))
        refuse(open, 'a processing instruction name', quote(target));
      if (target.toLowerCase() === 'xml') refuse(open, 'the XML declaration at the start', 'it here');
      cursor = end + 2;
      continue;
    }

    // A start tag.
    if (!current && root) refuse(open, 'the end of the document', 'a second root element');
    if (stack.length >= maximumDepth) refuse(open, `at most ${maximumDepth} levels`, 'one more');
    onElement?.();
    let i = open + 1;
    let c = text.charCodeAt(i);
    while (i < length && c !== 62 && c !== 47 && !isSpace(c)) c = text.charCodeAt(++i);
    const qName = text.slice(open + 1, i);
    const parentScope = scope;
    let attributes = noAttributes;
    if (isSpace(c)) {
      let pairs: { qName: string; value: string; offset: number }[] | undefined;
      let bindings: Map<string, string> | undefined;
      for (;;) {
        const before = i;
        i = skipSpace(i);
        c = text.charCodeAt(i);
        if (i >= length || c === 62 || c === 47) break;
        if (before === i) refuse(i, 'white space between attributes', quote(text.slice(i, i + 1)));
        const start = i;
        if ((pairs?.length ?? 0) + (bindings?.size ?? 0) >= maximumAttributes)
          refuse(start, `at most ${maximumAttributes} attributes`, 'one more');
        while (i < length && c !== 61 && c !== 62 && c !== 47 && c !== 60 && !isSpace(c)) c = text.charCodeAt(++i);
        const attribute = text.slice(start, i);
        i = skipSpace(i);
        if (text.charCodeAt(i) !== 61)
          refuse(i, `"=" after attribute ${clip(attribute)}`, describeCharacterAt(text, i));
        i = skipSpace(i + 1);
        const mark = text.charAt(i);
        if (mark !== '"' && mark !== "'")
          refuse(i, `a quoted value for attribute ${clip(attribute)}`, describeCharacterAt(text, i));
        const end = findEnd(mark, i + 1, i, `attribute ${clip(attribute)}`);
        if (end - i > maximumAttributeLength)
          refuse(i, `at most ${maximumAttributeLength} characters in attribute ${clip(attribute)}`, 'more');
        const raw = text.slice(i + 1, end);
        if (raw.includes('<')) refuse(i + 1 + raw.indexOf('<'), '"&lt;" in an attribute', '"<"');
        const value = attributeValue(raw, i + 1, refuse);
        i = end + 1;
        if (attribute === 'xmlns' || attribute.startsWith('xmlns:')) {
          const prefix = attribute === 'xmlns' ? '' : splitName(attribute, start, refuse)[1];
          if (bindings?.has(prefix)) refuse(start, `one declaration ${attribute}`, 'two');
          const isReserved =
            (prefix === 'xml') !== (value === xmlNamespace) || prefix === 'xmlns' || value === xmlnsNamespace;
          if (isReserved || (prefix !== '' && value === ''))
            refuse(start, 'an allowed namespace', quote(`${attribute}="${value}"`));
          bindings ??= new Map();
          bindings.set(prefix, value);
        } else {
          pairs ??= [];
          pairs.push({ qName: attribute, value, offset: start });
        }
      }
      if (bindings) {
        scope = innerScope(scope, bindings);
        if (scope.prefixCount > maximumAttributes) refuse(open, `at most ${maximumAttributes} namespaces`, 'one more');
      }
      work += (bindings?.size ?? 0) + (pairs?.length ?? 0);
      if (pairs) {
        const seen: XmlAttribute[] = [];
        const names = new Set<string>();
        for (const pair of pairs) {
          const resolvedName =
            scope.attributeNames.get(pair.qName) ?? resolveName(pair.qName, scope, pair.offset, true, refuse);
          const name =
            resolvedName.namespace === '' ? resolvedName.name : `${resolvedName.namespace} ${resolvedName.name}`;
          if (names.has(name)) refuse(pair.offset, `one attribute ${pair.qName}`, 'two');
          names.add(name);
          seen.push({ name: resolvedName.name, namespace: resolvedName.namespace, value: pair.value });
        }
        attributes = seen;
      }
    }
    const isEmpty = c === 47;
    if (isEmpty && text.charCodeAt(++i) !== 62) refuse(i, '">" after "/"', describeCharacterAt(text, i));
    if (i >= length) refuse(open, '">" at the end of the start tag', 'the end of the document');
    cursor = i + 1;
    const named = scope.names.get(qName) ?? resolveName(qName, scope, open, false, refuse);
    const element: OpenElement = {
      name: named.name,
      prefix: named.prefix,
      namespace: named.namespace,
      attributes,
      children: noChildren,
      text: '',
      offset: open,
    };
    if (!current) root = element;
    else if (current.children === noChildren) current.children = [element];
    else current.children.push(element);
    if (isEmpty) scope = parentScope;
    else {
      scopes.push(parentScope);
      stack.push(element);
      qNames.push(qName);
      current = element;
    }
  }
  if (current) refuse(length, `</${qNames[qNames.length - 1]}>`, 'the end of the document');
  return root ?? refuse(length, 'an element', 'the end of the document');
}

/** Return an attribute of `http://www.w3.org/2001/XMLSchema-instance`, or undefined if it is missing. */
export function xsiAttribute(element: XmlElement, name: string): string | undefined {
  const { attributes } = element;
  for (let i = 0; i < attributes.length; i++) {
    const attribute = attributes[i]!;
    if (attribute.name === name && attribute.namespace === xsiNamespace) return attribute.value;
  }
  return undefined;
}
