import { quote, type Refuse } from './xml-text.ts';

export interface QualifiedName {
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
}
export interface Scope {
  readonly bindings: ReadonlyMap<string, string>;
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

/** The scope inside an element that declares namespaces. */
export function innerScope(outer: Scope, declared: ReadonlyMap<string, string>): Scope {
  return openScope(new Map([...outer.bindings, ...declared]));
}

/** Split a name at its colon. @throws what `refuse` throws when it is no name */
export function splitName(qName: string, offset: number, refuse: Refuse): [prefix: string, name: string] {
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
  const kept = isAttribute ? scope.attributeNames : scope.names;
  const [prefix, name] = splitName(qName, offset, refuse);
  const bound = prefix === '' && isAttribute ? '' : scope.bindings.get(prefix);
  if (bound === undefined && prefix !== '') refuse(offset, `a declaration of the prefix "${prefix}"`, 'none');
  const resolved = { name, prefix, namespace: bound ?? '' };
  kept.set(qName, resolved);
  return resolved;
}

function openScope(bindings: ReadonlyMap<string, string>): Scope {
  return { bindings, names: new Map(), attributeNames: new Map() };
}
