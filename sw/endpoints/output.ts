import { Fault } from '../contract/index.ts';
import type { Endpoint } from './request-context.ts';

/**
 * Return an image or other file that an earlier request stored for ten minutes.
 *
 * @throws {Fault} `not-found` when it is unknown or has expired
 */
export const answerOutput: Endpoint = async ({ context, match, url }) => {
  // Ignore a file extension, which gives a saved image a sensible name.
  const id = (match.parameters.get('id') ?? '').replace(/\.[a-z0-9]+$/, '');
  const file = await context.store.output(id);
  if (!file)
    throw new Fault(
      'not-found',
      `Output ${url.pathname} not found. Outputs expire after ten minutes. Repeat the request.`,
    );
  return new Response(file.blob, {
    headers: {
      'content-type': file.type,
      'cache-control': 'private, max-age=600',
      'content-security-policy': 'sandbox',
    },
  });
};
