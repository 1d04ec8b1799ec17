import type { Parameters } from '../../contract/parameter.ts';

/**
 * The form of a row of the portal's table.
 *
 * A path is below the root of the interface; `{x}` takes one segment, `{x+}` all that remain.
 */
export interface PortalOperationRow {
  /** One sentence for people. */
  readonly doc: string;
  readonly group: PortalGroup;
  readonly path: string;
  /** Another path, where other clients look for it. */
  readonly alsoAt?: string;
  /** `read` answers GET and POST and changes nothing; `write` is POST only. */
  readonly effect: 'read' | 'write';
  readonly allow: PortalRule;
  readonly parameters: Parameters;
  /** A read that answers a list: the member that holds it and the member of each entry that is its path segment. */
  readonly list?: { readonly member: string; readonly id: string };
  /** A read that answers bytes of a file instead of JSON. */
  readonly bytes?: true;
}

type PortalGroup = 'sign-in' | 'portal' | 'content' | 'collaborations' | 'webhooks' | 'resources';

/**
 * Who may: anyone; a member, publisher or administrator of the portal in the path; the `owner` of the thing or an
 * administrator; the user themself or an administrator; an administrator of the collaboration's `host`; of a
 * participant (`participant`); or of the participant designated to start synchronisations (`initiator`).
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

/** Make the rows of a group; those that say no parameters have none. */
export const rowsOf = <const R extends Readonly<Record<string, GroupRow>>>(group: PortalGroup, rows: R) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { group, parameters: {}, ...row }])) as {
    readonly [N in keyof R]: R[N] & {
      readonly group: PortalGroup;
      readonly parameters: R[N] extends { parameters: infer P } ? P : Readonly<Record<never, never>>;
    };
  };

/** Part of a list, for operations that answer long ones. */
export const paging = (num: number) =>
  ({
    start: { kind: 'integer', doc: 'number of the first entry, from 1', default: 1, minimum: 1 },
    num: { kind: 'integer', doc: 'entries in the answer, at most 100', default: num, minimum: 1, maximum: 100 },
  }) as const;
