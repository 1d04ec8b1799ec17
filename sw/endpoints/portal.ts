import { answerRequest } from '../portal/index.ts';
import { publishDemoOnce } from './demo.ts';
import type { Endpoint } from './request-context.ts';

/** Answer an operation of the portal. */
export const answerPortal: Endpoint = ({ context, request, url, match }) =>
  answerRequest({
    context,
    request,
    url,
    below: match.parameters.get('path') ?? '',
    prepare: () => publishDemoOnce(context),
  });
