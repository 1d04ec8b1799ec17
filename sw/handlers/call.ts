import type { Context } from '../context.ts';
import type { OperationName, RequestOf, ResponseOf } from '../contract/index.ts';
import { createScheduler, type Scheduler } from '../scheduler.ts';
import type { Capability } from '../service/definition.ts';
import type { ServiceRecord } from '../store/store.ts';

/** The context of a call, in addition to the request. */
export interface Call {
  readonly context: Context;
  readonly service: ServiceRecord;
  /**
   * Capability the operation needs, on this service and on every service whose rows or rasters it uses. Absent if none.
   */
  readonly needs?: Capability;
  /** Aborted when the client no longer waits for the response. */
  readonly signal: AbortSignal;
  /** Schedules all long work of the call. Throws after the signal is aborted. */
  readonly scheduler: Scheduler;
}

export type Handler<O extends OperationName> = (call: Call, request: RequestOf<O>) => Promise<ResponseOf<O>>;
export type Handlers = { readonly [O in OperationName]: Handler<O> };

/** Create the scheduler of one request. */
export const makeScheduler = ({ now, stopwatch = now, yieldNow }: Context, signal: AbortSignal): Scheduler =>
  createScheduler(stopwatch, yieldNow, signal);

export const createCall = (
  context: Context,
  service: ServiceRecord,
  signal: AbortSignal,
  scheduler: Scheduler = makeScheduler(context, signal),
): Call => ({ context, service, signal, scheduler });
