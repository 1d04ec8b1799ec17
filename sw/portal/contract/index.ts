import type { ParameterValues } from '../../contract/parameter.ts';
import { accountOperations, signInOperations } from './accounts.ts';
import { collaborationOperations } from './collaborations.ts';
import { contentOperations } from './content.ts';
import type { PortalOperationRow } from './rows.ts';
import { resourceOperations, webhookOperations } from './webhooks.ts';

export type { Parameter as PortalParameter } from '../../contract/parameter.ts';
export type { PortalOperationRow, PortalRule } from './rows.ts';

/** Every operation of the portal: routing, decoding, permission, forms and documentation follow from this table. */
export const portalOperations = {
  ...signInOperations,
  ...accountOperations,
  ...contentOperations,
  ...collaborationOperations,
  ...webhookOperations,
  ...resourceOperations,
};

export type PortalOperationName = keyof typeof portalOperations;

/** A row without its exact type, for code that treats all alike. */
export const portalRow = (name: PortalOperationName): PortalOperationRow => portalOperations[name];

/** The parameters of an operation as its handler gets them: those with a default are always there. */
export type PortalRequestOf<O extends PortalOperationName> = ParameterValues<
  (typeof portalOperations)[O]['parameters']
>;

type Segments<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}+` ? Bare : Name) | Segments<Rest>
  : never;
/** The names in the path of an operation. */
export type PortalPathOf<O extends PortalOperationName> = {
  readonly [K in Segments<(typeof portalOperations)[O]['path']>]: string;
};
