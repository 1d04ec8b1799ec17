import { jsonResponse } from './error-response.ts';
import type { Endpoint } from './request-context.ts';

/** Return the bytes that are free for maps; an empty object if the host can't tell. */
export const answerStorage: Endpoint = async ({ context, url }) => {
  const space = await context.store.tiles.space();
  return jsonResponse(space ? { freeBytes: Math.max(0, space.quota - space.usage) } : {}, url);
};
