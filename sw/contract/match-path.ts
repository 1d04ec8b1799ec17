/** Match the segments of a path with a pattern, in which `{x}` takes one; undefined when they differ. */
export function matchPath(pattern: string, below: readonly string[]): Record<string, string> | undefined {
  const parts = pattern === '' ? [] : pattern.split('/');
  if (parts.length !== below.length) return undefined;
  const path: Record<string, string> = Object.create(null);
  for (const [at, part] of parts.entries()) {
    if (part.startsWith('{')) path[part.slice(1, -1)] = below[at]!;
    else if (part !== below[at]) return undefined;
  }
  return path;
}
