import type { Context } from '../context.ts';
import type { OperationName, RequestOf, ResponseOf } from '../contract/index.ts';
import { createScheduler, type Scheduler } from '../scheduler.ts';
import type { Capability } from '../service/definition.ts';
import type { ServiceRecord } from '../store/store.ts';

/** What a handler knows of the call beside the request itself. */
export interface Call {
  readonly context: Context;
  readonly service: ServiceRecord;
  /** The capability that the operation needs, of this service and of those whose rows or rasters the request names; absent for none. */
  readonly needs?: Capability;
  /** Aborted when the client no longer waits for the answer. */
  readonly signal: AbortSignal;
  /** For all long work of the call; throws once the signal is aborted. */
  readonly scheduler: Scheduler;
}

export type Handler<O extends OperationName> = (call: Call, request: RequestOf<O>) => Promise<ResponseOf<O>>;
export type Handlers = { readonly [O in OperationName]: Handler<O> };

/** The scheduler of one request. */
export const schedulerOf = ({ now, stopwatch = now, yieldNow }: Context, signal: AbortSignal): Scheduler =>
  createScheduler(stopwatch, yieldNow, signal);

export const createCall = (
  context: Context,
  service: ServiceRecord,
  signal: AbortSignal,
  scheduler: Scheduler = schedulerOf(context, signal),
): Call => ({ context, service, signal, scheduler });
