import type { Context } from '../../context.ts';
import { traceHeader } from '../../contract/for-tests.ts';

/** Notes that one answer may have; a drawing has one for each layer. */
const mostSteps = 1000;

interface Step {
  readonly step: string;
  /** Milliseconds from the start of the request to the end of this step, and those that it took. */
  readonly atMs: number;
  readonly tookMs: number;
}

/**
 * Answer a request, and say in place of the answer how it came about: its steps in order, what each decided and how long it took.
 *
 * @param answer the backend
 */
export async function answerTraced(
  context: Context,
  request: Request,
  answer: (context: Context, request: Request) => Promise<Response | undefined>,
): Promise<Response | undefined> {
  const { stopwatch = context.now } = context;
  const startedAt = stopwatch();
  let lastMs = 0;
  const steps: Step[] = [];
  const note = (step: string, facts: object): void => {
    const atMs = stopwatch() - startedAt;
    if (steps.length < mostSteps) steps.push({ step, atMs, tookMs: atMs - lastMs, ...facts });
    lastMs = atMs;
  };
  const response = await answer({ ...context, trace: { note } }, request);
  if (!response) return undefined;
  const { size } = await response.blob();
  note('answer', { status: response.status, contentType: response.headers.get('content-type'), bytes: size });
  const report = { method: request.method, url: request.url, totalMs: lastMs, steps };
  return Response.json(report, { headers: { [traceHeader]: '1', 'cache-control': 'no-store' } });
}
