import type { SourceFile } from './source-file.ts';

/** Import cycles that are intended: an expression contains expressions. */
const natural = [['sw/rows/where/parse-primary.ts', 'sw/rows/where/parse.ts']].map((files) => files.join(' '));

/** List the groups of files that import each other in a cycle, including types, except intended recursion. */
export function circles(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map((file) => [file.path, file.imports]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const results: string[] = [];
  // Tarjan 1972: a group is complete when its first file reaches no file visited before it.
  const follow = (path: string): void => {
    order.set(path, order.size);
    lowest.set(path, order.get(path)!);
    stack.push(path);
    for (const target of imports.get(path) ?? []) {
      // A translation imports the type of the module that loads it.
      if (!imports.has(target) || path.endsWith('-de.ts')) continue;
      if (!order.has(target)) follow(target);
      if (stack.includes(target)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(target)!));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1) results.push(group.sort().join(' '));
  };
  for (const path of imports.keys()) if (!order.has(path)) follow(path);
  return results.filter((group) => !natural.includes(group)).sort();
}
