import type { Context } from '../context.ts';
import type { PortalOperationName, PortalPathOf, PortalRequestOf } from './contract/index.ts';
import type { Principal } from './principal.ts';
import type {
  CollaborationRecord,
  GroupLink,
  ParticipantRecord,
  PortalRecord,
  WorkspaceRecord,
} from './schema/portal-records.ts';

/** JSON of a response. */
export type Reply = Readonly<Record<string, unknown>>;

/** Records that the path names, as read when the request was admitted. */
export interface Scope {
  readonly portal: PortalRecord;
  readonly collaboration: CollaborationRecord | undefined;
  readonly participants: readonly ParticipantRecord[];
  readonly workspace: WorkspaceRecord | undefined;
  /** Owner of the item or group in the path. */
  readonly owner: string | undefined;
}

/** An admitted and decoded request of an operation. */
export interface PortalCall<O extends PortalOperationName> {
  readonly context: Context;
  readonly operation: O;
  readonly principal: Principal;
  readonly scope: Scope;
  readonly path: PortalPathOf<O>;
  readonly values: PortalRequestOf<O>;
  /** Equal for a repeated request; undefined if the request has no key. */
  readonly key: string | undefined;
  readonly signal: AbortSignal;
}

export type AnyCall = Omit<PortalCall<PortalOperationName>, 'path' | 'values'>;

/** Answers an operation with JSON, or with bytes if the table says so. */
export type PortalHandler<O extends PortalOperationName> = (call: PortalCall<O>) => Promise<Reply | Response>;

export type PortalHandlers = { readonly [O in PortalOperationName]: PortalHandler<O> };

/** Return the caller's user name for records and events. Empty for anonymous callers. */
export const principalUsername = (principal: Principal): string =>
  principal.kind === 'user' ? principal.username : '';

/** Return the link of a portal in a workspace; undefined if it has none. */
export const findGroupLink = (workspace: WorkspaceRecord, portalId: string): GroupLink | undefined =>
  workspace.participantGroupLinks.find((link) => link.portalId === portalId);

/**
 * Return one page of a list, in the common envelope of lists.
 *
 * @param start number of the first entry, from 1
 * @returns `total`, `start`, `num` (entries in the response), `nextStart` (-1 at the end) and the part under `member`
 */
export function makeResultPage<M extends string, T, E>(
  member: M,
  all: readonly T[],
  { start, num }: { readonly start: number; readonly num: number },
  show: (entry: T) => E,
) {
  const part = all.slice(start - 1, start - 1 + num);
  const nextStart = start - 1 + num < all.length ? start + num : -1;
  const shown = { [member]: part.map(show) } as { readonly [K in M]: E[] };
  return { total: all.length, start, num: part.length, nextStart, ...shown };
}
