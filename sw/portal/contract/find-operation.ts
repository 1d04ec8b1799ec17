import { quoteValue, wrongValue } from '../../contract/fault.ts';
import { trimLetters } from '../../contract/trim-letters.ts';
import { type PortalOperationName, portalOperations, portalRow } from './index.ts';

export interface Found {
  readonly operation: PortalOperationName;
  readonly path: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly operation: PortalOperationName;
  readonly segments: readonly string[];
}

const patterns: readonly Pattern[] = (Object.keys(portalOperations) as PortalOperationName[])
  .flatMap((operation) => {
    const { path, alsoAt = path } = portalRow(operation);
    return [...new Set([path, alsoAt])].map((operationPath) => ({ operation, segments: operationPath.split('/') }));
  })
  // Fixed segments come before parameters, so that `webhooks/settings` isn't read as a webhook.
  .sort((a, b) => rank(a).localeCompare(rank(b)));

function rank({ segments }: Pattern): string {
  return segments.map((segment) => (segment.endsWith('+}') ? 'c' : segment.startsWith('{') ? 'b' : 'a')).join('');
}

/**
 * Find the operation of a path below the root of the interface.
 *
 * @returns undefined when no operation has this path
 * @throws {Fault} `not-found` when a segment is not valid percent-encoding
 */
export function findOperation(path: string): Found | undefined {
  const segments = trimLetters(path, '/').split('/');
  for (const pattern of patterns) {
    const matched = match(pattern.segments, segments);
    if (matched) return { operation: pattern.operation, path: matched };
  }
  return undefined;
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const takesRest = pattern.at(-1)?.endsWith('+}') ?? false;
  if (takesRest ? segments.length < pattern.length : segments.length !== pattern.length) return undefined;
  const path: Record<string, string> = Object.create(null);
  for (const [index, part] of pattern.entries()) {
    if (part.endsWith('+}')) {
      path[part.slice(1, -2)] = segments.slice(index).map(decode).join('/');
    } else if (part.startsWith('{')) {
      if (segments[index] === '') return undefined;
      path[part.slice(1, -1)] = decode(segments[index]!);
    } else if (part !== segments[index]) return undefined;
  }
  return path;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw wrongValue('not-found', 'Path segment', 'valid percent-encoding', quoteValue(segment));
  }
}
