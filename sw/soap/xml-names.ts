import { quote, type Refuse } from './xml-text.ts';

interface QualifiedName {
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
}
export interface Scope {
  /** Namespaces that the element declares, by prefix. Outer scopes declare the others. */
  readonly bindings: ReadonlyMap<string, string>;
  readonly outer: Scope | undefined;
  /** All bindings, own and outer; computed on first use. */
  all: ReadonlyMap<string, string> | undefined;
  /** Number of prefixes that are known in this scope. */
  readonly prefixCount: number;
  /** Resolved element names of this scope, so that each name is split and resolved only once. */
  readonly names: Map<string, QualifiedName>;
  readonly attributeNames: Map<string, QualifiedName>;
}

export const xsiNamespace = 'http://www.w3.org/2001/XMLSchema-instance';
export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
export const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/';

const nameStart =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD';
const ncName = `[${nameStart}][${nameStart}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040]*`;
/**
 * Maximum length of a name. The pattern below backtracks character by character, so millions of characters would
 * overflow the regular expression engine.
 */
export const maximumNameLength = 1000;
export const qNamePattern = new RegExp(`^(?:(${ncName}):)?(${ncName})$`);

/** Return the scope around the root, with the prefixes that need no declaration. */
export function outerScope(): Scope {
  return openScope(
    new Map([
      ['xml', xmlNamespace],
      ['xsi', xsiNamespace],
    ]),
  );
}

/**
 * Return the scope inside an element that declares namespaces. It refers to the outer scope, because copying would be
 * slow.
 */
export function innerScope(outer: Scope, declared: ReadonlyMap<string, string>): Scope {
  return openScope(declared, outer);
}

/** Split a name at its colon. Calls `refuse` if the name is invalid. */
export function splitName(qName: string, offset: number, refuse: Refuse): [prefix: string, name: string] {
  if (qName.length > maximumNameLength)
    refuse(offset, `a name of at most ${maximumNameLength} characters`, quote(qName));
  const parts = qNamePattern.exec(qName);
  return parts ? [parts[1] ?? '', parts[2]!] : refuse(offset, 'a name', quote(qName));
}

/**
 * Resolve and cache the name of an element or attribute; calls `refuse` if it is invalid. The default namespace doesn't
 * apply to attributes.
 */
export function resolveName(
  qName: string,
  scope: Scope,
  offset: number,
  isAttribute: boolean,
  refuse: Refuse,
): QualifiedName {
  const cached = isAttribute ? scope.attributeNames : scope.names;
  const [prefix, name] = splitName(qName, offset, refuse);
  const bound = prefix === '' && isAttribute ? '' : findNamespace(prefix, scope);
  if (bound === undefined && prefix !== '') refuse(offset, `a declaration of prefix "${prefix}"`, 'nothing');
  const resolved = { name, prefix, namespace: bound ?? '' };
  cached.set(qName, resolved);
  return resolved;
}

function findNamespace(prefix: string, { bindings, outer }: Scope): string | undefined {
  return bindings.get(prefix) ?? (outer && allBindings(outer).get(prefix));
}

/** Merge the bindings once, and only if an inner element declares namespaces. */
function allBindings(scope: Scope): ReadonlyMap<string, string> {
  scope.all ??= scope.outer ? new Map([...allBindings(scope.outer), ...scope.bindings]) : scope.bindings;
  return scope.all;
}

function openScope(bindings: ReadonlyMap<string, string>, outer?: Scope): Scope {
  let prefixCount = outer?.prefixCount ?? 0;
  for (const prefix of bindings.keys()) if (!outer || findNamespace(prefix, outer) === undefined) prefixCount++;
  return { bindings, outer, all: undefined, prefixCount, names: new Map(), attributeNames: new Map() };
}
