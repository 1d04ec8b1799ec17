import type { PortalOperationName } from './contract/index.ts';
import type { portalHandlers } from './handlers.ts';

/** JSON response of an operation, from the type of its handler. Times are epoch milliseconds, -1 means never. */
export type AnswerOf<O extends PortalOperationName> = Exclude<
  Awaited<ReturnType<(typeof portalHandlers)[O]>>,
  Response
>;
