import type { PortalOperationName } from './contract/index.ts';
import type { portalHandlers } from './handlers.ts';

/** The JSON that an operation answers, as its handler says. Times are epoch milliseconds, -1 never. */
export type AnswerOf<O extends PortalOperationName> = Exclude<
  Awaited<ReturnType<(typeof portalHandlers)[O]>>,
  Response
>;
