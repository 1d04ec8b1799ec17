import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';

const origin = 'http://soapstone.test';

/** A JSON answer, not typed, as clients get it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look at members of any answer
export type Json = any;

/** Send a GET request to the REST interface; parameters that are objects are sent as JSON. */
export async function askRest(
  context: Context,
  path: string,
  parameters: Readonly<Record<string, unknown>> = {},
  init: RequestInit = {},
): Promise<Response> {
  const url = new URL(`${origin}${context.base}rest/${path}`);
  const input = toRequestForm(parameters);
  if (init.method === 'POST') return (await answer(context, new Request(url, { body: input, ...init })))!;
  for (const [name, value] of input) url.searchParams.set(name, value);
  return (await answer(context, new Request(url, init)))!;
}

export async function restJson(
  context: Context,
  path: string,
  parameters: Readonly<Record<string, unknown>> = {},
  init: RequestInit = {},
): Promise<Json> {
  const response = await askRest(context, path, { f: 'json', ...parameters }, init);
  return { status: response.status, ...((await response.json()) as object) };
}

export function toRequestForm(parameters: Readonly<Record<string, unknown>>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  return form;
}
