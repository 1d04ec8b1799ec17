import type { Parameters } from '../../contract/parameter.ts';

/**
 * A row of the portal's operation table.
 *
 * Paths are below the root of the interface. `{x}` takes one segment, `{x+}` all that remain.
 */
export interface PortalOperationRow {
  /** One sentence for users. */
  readonly doc: string;
  readonly group: PortalGroup;
  readonly path: string;
  /** Alternative path that other clients use. */
  readonly alsoAt?: string;
  /** `read` answers GET and POST and changes nothing. `write` is POST only. */
  readonly effect: 'read' | 'write';
  readonly allow: PortalRule;
  readonly parameters: Parameters;
  /**
   * For a read that answers with a list: the member with the list, and the member of its entries that is their path
   * segment.
   */
  readonly list?: { readonly member: string; readonly id: string };
  /** True for a read that answers with the bytes of a file instead of JSON. */
  readonly bytes?: true;
}

type PortalGroup = 'sign-in' | 'portal' | 'content' | 'collaborations' | 'webhooks' | 'resources';

/**
 * Callers that an operation allows.
 *
 * - `anyone`
 * - `member`, `publisher`, `administrator`: this role or a higher one in the portal of the path.
 * - `owner`: the owner of the resource, or an administrator.
 * - `self`: the user in the path, or an administrator.
 * - `host`: an administrator of the collaboration's host.
 * - `participant`: an administrator of a participant.
 * - `initiator`: an administrator of the participant that can start synchronizations.
 */
export type PortalRule =
  | 'anyone'
  | 'member'
  | 'publisher'
  | 'administrator'
  | 'owner'
  | 'self'
  | 'participant'
  | 'host'
  | 'initiator';

type GroupRow = Omit<PortalOperationRow, 'group' | 'parameters'> & { readonly parameters?: Parameters };

/** Make the rows of a group. Rows without parameters get an empty set. */
export const defineRows = <const R extends Readonly<Record<string, GroupRow>>>(group: PortalGroup, rows: R) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { group, parameters: {}, ...row }])) as {
    readonly [N in keyof R]: R[N] & {
      readonly group: PortalGroup;
      readonly parameters: R[N] extends { parameters: infer P } ? P : Readonly<Record<never, never>>;
    };
  };

/**
 * Return the paging parameters of operations that answer with long lists.
 *
 * @param num default number of entries
 */
export const paging = (num: number) =>
  ({
    start: { kind: 'integer', doc: 'number of the first entry, from 1', default: 1, minimum: 1 },
    num: { kind: 'integer', doc: 'entries in the answer, at most 100', default: num, minimum: 1, maximum: 100 },
  }) as const;
