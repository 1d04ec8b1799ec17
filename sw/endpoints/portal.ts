import { answerRequest } from '../portal/index.ts';
import { publishDemoOnce } from './demo.ts';
import type { Endpoint } from './request-context.ts';

/** Perform an operation of the portal. */
export const answerPortal: Endpoint = ({ context, request, url, match }) =>
  answerRequest({
    context,
    request,
    url,
    below: match.parameters.get('path') ?? '',
    prepare: () => publishDemoOnce(context),
  });

/** Return a token at the path that the REST interface uses for it. */
export const answerRestToken: Endpoint = ({ context, request, url }) =>
  answerRequest({ context, request, url, below: 'generateToken', prepare: () => publishDemoOnce(context) });
