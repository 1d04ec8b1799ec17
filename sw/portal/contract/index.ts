import { accountOperations } from './accounts.ts';
import { collaborationOperations } from './collaborations.ts';
import { contentOperations } from './content.ts';
import type { PortalKind, PortalOperationRow } from './rows.ts';
import { webhookOperations } from './webhooks.ts';

export type { PortalGroup, PortalOperationRow, PortalParameter, PortalRule } from './rows.ts';

/** Every operation of the portal: routing, decoding, permission, forms and documentation follow from this table. */
export const portalOperations = {
  ...accountOperations,
  ...contentOperations,
  ...collaborationOperations,
  ...webhookOperations,
} as const;

export type PortalOperationName = keyof typeof portalOperations;

/** A row without its exact type, for code that treats all alike. */
export const portalRow = (name: PortalOperationName): PortalOperationRow => portalOperations[name];

interface Kinds extends Record<PortalKind, unknown> {
  string: string;
  text: string;
  password: string;
  integer: number;
  boolean: boolean;
  json: unknown;
  list: readonly string[];
  file: File;
}

type ValueOfParameter<P> = P extends { choices: readonly (infer C)[] }
  ? C
  : P extends { kind: infer K extends PortalKind }
    ? Kinds[K]
    : never;
type Given<P> = { [K in keyof P]: P[K] extends { required: true } | { default: unknown } ? K : never }[keyof P];

/** The parameters of an operation as its handler gets them: those with a default are always there. */
export type PortalRequestOf<O extends PortalOperationName> = (typeof portalOperations)[O]['parameters'] extends infer P
  ? { readonly [K in Given<P>]: ValueOfParameter<P[K]> } & {
      readonly [K in Exclude<keyof P, Given<P>>]?: ValueOfParameter<P[K]>;
    }
  : never;

type Segments<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}+` ? Bare : Name) | Segments<Rest>
  : never;
/** The names in the path of an operation. */
export type PortalPathOf<O extends PortalOperationName> = {
  readonly [K in Segments<(typeof portalOperations)[O]['path']>]: string;
};
