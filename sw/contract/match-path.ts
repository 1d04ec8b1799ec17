/**
 * Match path segments against a pattern, in which `{x}` matches one segment. Return the parameters, or undefined if the
 * path doesn't match.
 */
export function matchPath(pattern: string, below: readonly string[]): Record<string, string> | undefined {
  const parts = pattern === '' ? [] : pattern.split('/');
  if (parts.length !== below.length) return undefined;
  const path: Record<string, string> = Object.create(null);
  for (const [index, part] of parts.entries()) {
    if (part.startsWith('{')) path[part.slice(1, -1)] = below[index]!;
    else if (part !== below[index]) return undefined;
  }
  return path;
}
