import type { PortalParameter } from '../../../sw/portal/contract/index.ts';
import { explorerText as t } from '../text/explorer-text.ts';
import { type PortalRequest, parametersOf, pathNames } from './portal-request.ts';

/** Problems of a request by name, as the server would report them, but before it is sent. */
export function problemsIn({ operation, path, values }: PortalRequest): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const name of pathNames(operation)) if (!path[name]?.trim()) problems.set(name, t.portal.missing);
  for (const [name, row] of Object.entries(parametersOf(operation))) {
    const problem = problemOf(row, values[name]);
    if (problem) problems.set(name, problem);
  }
  return problems;
}

function problemOf(row: PortalParameter, value: unknown): string | undefined {
  if (value === undefined || value === '') return row.required ? t.portal.missing : undefined;
  if (typeof value !== 'string') return undefined;
  if (row.maximumLength !== undefined && value.length > row.maximumLength)
    return t.portal.tooLong(row.maximumLength, value.length);
  if (row.kind === 'integer') {
    const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = row;
    const isWhole = /^\s*-?\d{1,16}\s*$/.test(value);
    return isWhole && Number(value) >= minimum && Number(value) <= maximum
      ? undefined
      : t.wholeNumber(minimum, maximum);
  }
  if (row.kind !== 'json') return undefined;
  try {
    JSON.parse(value);
    return undefined;
  } catch {
    return t.portal.json;
  }
}
