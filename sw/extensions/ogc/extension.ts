import { type RouteName, segmentsBelow } from '../../contract/routes.ts';
import type { Extension } from '../../endpoints/extension.ts';
import type { ServiceEndpoint } from '../../endpoints/request-context.ts';
import type { OgcInterface } from './index.ts';

const interfaces: readonly RouteName[] = ['wms', 'wmts', 'ogc-features'] satisfies readonly OgcInterface[];

const answerOgc: ServiceEndpoint = async ({ context, request, url, match, service }) => {
  const { answerOgc: answer } = await import('./index.ts');
  const below = segmentsBelow(match);
  return answer({ context, request, url, service, as: match.route as OgcInterface, below });
};

/** WMS, WMTS and OGC API - Features. */
export const ogc: Extension = {
  name: 'ogc',
  endpoints: { wms: answerOgc, wmts: answerOgc, 'ogc-features': answerOgc },
  async refuse({ match, fault, url }) {
    if (!interfaces.includes(match.route)) return undefined;
    const { ogcException } = await import('./index.ts');
    return ogcException(match.route as OgcInterface, fault, url);
  },
};
