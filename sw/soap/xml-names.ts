import { quote, type Refuse } from './xml-text.ts';

interface QualifiedName {
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
}
export interface Scope {
  /** Namespaces by prefix that the element itself declares; others are those of the scope around it. */
  readonly bindings: ReadonlyMap<string, string>;
  readonly outer: Scope | undefined;
  /** Own bindings and outer ones, once they are put together. */
  all: ReadonlyMap<string, string> | undefined;
  /** How many prefixes are known here. */
  readonly prefixCount: number;
  /** Element names seen in this scope: one lookup instead of splitting and resolving each time. */
  readonly names: Map<string, QualifiedName>;
  readonly attributeNames: Map<string, QualifiedName>;
}

export const xsiNamespace = 'http://www.w3.org/2001/XMLSchema-instance';
export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
export const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/';

const nameStart =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD';
const ncName = `[${nameStart}][${nameStart}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040]*`;
/** The pattern goes back over a name letter by letter, so that one of millions of letters would fail in the engine. */
export const maximumNameLength = 1000;
export const qNamePattern = new RegExp(`^(?:(${ncName}):)?(${ncName})$`);

/** The scope around the root: prefixes known without a declaration. */
export function outerScope(): Scope {
  return openScope(
    new Map([
      ['xml', xmlNamespace],
      ['xsi', xsiNamespace],
    ]),
  );
}

/** The scope inside an element that declares namespaces. It refers to the outer one: a copy for each would take too long. */
export function innerScope(outer: Scope, declared: ReadonlyMap<string, string>): Scope {
  return openScope(declared, outer);
}

/** Split a name at its colon. @throws what `refuse` throws when it is no name */
export function splitName(qName: string, offset: number, refuse: Refuse): [prefix: string, name: string] {
  if (qName.length > maximumNameLength)
    refuse(offset, `a name of at most ${maximumNameLength} characters`, quote(qName));
  const parts = qNamePattern.exec(qName);
  return parts ? [parts[1] ?? '', parts[2]!] : refuse(offset, 'a name', quote(qName));
}

/** Resolve the name of an element, or of an attribute, which the default namespace does not reach, and remember it. */
export function resolveName(
  qName: string,
  scope: Scope,
  offset: number,
  isAttribute: boolean,
  refuse: Refuse,
): QualifiedName {
  const cached = isAttribute ? scope.attributeNames : scope.names;
  const [prefix, name] = splitName(qName, offset, refuse);
  const bound = prefix === '' && isAttribute ? '' : namespaceOf(prefix, scope);
  if (bound === undefined && prefix !== '') refuse(offset, `a declaration of the prefix "${prefix}"`, 'none');
  const resolved = { name, prefix, namespace: bound ?? '' };
  cached.set(qName, resolved);
  return resolved;
}

function namespaceOf(prefix: string, { bindings, outer }: Scope): string | undefined {
  return bindings.get(prefix) ?? (outer && allBindings(outer).get(prefix));
}

/** Put together once, and only when an element inside declares namespaces of its own. */
function allBindings(scope: Scope): ReadonlyMap<string, string> {
  scope.all ??= scope.outer ? new Map([...allBindings(scope.outer), ...scope.bindings]) : scope.bindings;
  return scope.all;
}

function openScope(bindings: ReadonlyMap<string, string>, outer?: Scope): Scope {
  let prefixCount = outer?.prefixCount ?? 0;
  for (const prefix of bindings.keys()) if (!outer || namespaceOf(prefix, outer) === undefined) prefixCount++;
  return { bindings, outer, all: undefined, prefixCount, names: new Map(), attributeNames: new Map() };
}
