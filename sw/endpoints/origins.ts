import { readText } from '../body.ts';
import type { Context } from '../context.ts';
import { wrongValue } from '../contract/index.ts';
import { jsonResponse } from './error-response.ts';
import { getOrCreateDataId } from './mark.ts';
import type { Endpoint } from './request-context.ts';

/** An origin that can use the maps through the bridge. */
interface AllowedOrigin {
  readonly origin: string;
  readonly access: 'read' | 'administer';
  /** Epoch milliseconds. */
  readonly allowedAt: number;
}

const settingKey = 'allowed-origins';

/**
 * List, add (POST `{origin, access}`) or remove (DELETE `?origin=`) the origins that can use the maps.
 *
 * Both changes can safely be repeated.
 *
 * @throws {Fault} `bad-value` when the body isn't an origin
 */
export const answerOrigins: Endpoint = async ({ context, request, url }) => {
  if (request.method === 'POST') await allow(context, await readText(request));
  if (request.method === 'DELETE') {
    const taken = url.searchParams.get('origin') ?? '';
    await change(context, (origins) => origins.filter(({ origin }) => origin !== taken));
  }
  return jsonResponse(await readOriginState(context), url);
};

async function readOriginState(context: Context): Promise<{ dataId: string; origins: AllowedOrigin[] }> {
  const origins = ((await context.store.setting(settingKey)) as AllowedOrigin[] | undefined) ?? [];
  return { dataId: await getOrCreateDataId(context), origins };
}

async function allow(context: Context, body: string): Promise<void> {
  const { origin, access } = readEntry(body);
  const entry: AllowedOrigin = { origin, access, allowedAt: context.now() };
  await change(context, (origins) => [...origins.filter((other) => other.origin !== origin), entry]);
}

const change = (context: Context, make: (origins: AllowedOrigin[]) => AllowedOrigin[]): Promise<unknown> =>
  context.store.changeSetting<AllowedOrigin[]>(settingKey, (origins) => make(origins ?? []));

function readEntry(body: string): { origin: string; access: AllowedOrigin['access'] } {
  let entry: { origin?: unknown; access?: unknown } = {};
  try {
    entry = JSON.parse(body) ?? {};
  } catch {
    // Ignore invalid JSON: the error below reports the text.
  }
  const { origin, access } = entry;
  const isOrigin =
    typeof origin === 'string' && /^https?:$/.test(readProtocol(origin)) && new URL(origin).origin === origin;
  if (isOrigin && (access === 'read' || access === 'administer')) return { origin, access };
  throw wrongValue(
    'bad-value',
    'Body',
    '{"origin": an http or https origin, "access": "read" or "administer"}',
    body.slice(0, 80) || 'nothing',
  );
}

function readProtocol(address: string): string {
  try {
    return new URL(address).protocol;
  } catch {
    return '';
  }
}
