import type { ParameterValues } from '../../contract/parameter.ts';
import { accountOperations, signInOperations } from './accounts.ts';
import { collaborationOperations } from './collaborations.ts';
import { contentOperations } from './content.ts';
import type { PortalOperationRow } from './rows.ts';
import { resourceOperations, webhookOperations } from './webhooks.ts';

export type { Parameter as PortalParameter } from '../../contract/parameter.ts';
export type { PortalOperationRow, PortalRule } from './rows.ts';

/**
 * All operations of the portal. Routing, decoding, permissions, forms and documentation are derived from this table.
 */
export const portalOperations = {
  ...signInOperations,
  ...accountOperations,
  ...contentOperations,
  ...collaborationOperations,
  ...webhookOperations,
  ...resourceOperations,
};

export type PortalOperationName = keyof typeof portalOperations;

/** Return the row of an operation without its exact type, for code that treats all rows alike. */
export const portalRow = (name: PortalOperationName): PortalOperationRow => portalOperations[name];

/** Decoded parameters of an operation. Those with a default are always present. */
export type PortalRequestOf<O extends PortalOperationName> = ParameterValues<
  (typeof portalOperations)[O]['parameters']
>;

type Segments<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}+` ? Bare : Name) | Segments<Rest>
  : never;
/** Parameters in the path of an operation. */
export type PortalPathOf<O extends PortalOperationName> = {
  readonly [K in Segments<(typeof portalOperations)[O]['path']>]: string;
};
