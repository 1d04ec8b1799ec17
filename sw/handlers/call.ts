import type { Context } from '../context.ts';
import type { OperationName, RequestOf, ResponseOf } from '../contract/index.ts';
import { createPace, type Pace } from '../draw/pace.ts';
import type { ServiceRecord } from '../store/store.ts';

/** What a handler knows of the call beside the request itself. */
export interface Call {
  readonly context: Context;
  readonly service: ServiceRecord;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export type Handler<O extends OperationName> = (call: Call, request: RequestOf<O>) => Promise<ResponseOf<O>>;
export type Handlers = { readonly [O in OperationName]: Handler<O> };

/** A pace for long work of a call. */
export const paceOf = ({ context, signal }: Call): Pace => createPace(context.now, context.yieldNow, signal);
