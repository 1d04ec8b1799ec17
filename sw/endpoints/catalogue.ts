import { rowCountOf, totalCount } from '../rows/row-count.ts';
import type { ServiceSummary } from '../service/service-summary.ts';
import { catalogueWsdl } from '../soap/catalogue.ts';
import { arcgisDialect, neutralDialect } from '../soap/dialect.ts';
import type { ServiceRecord } from '../store/store.ts';
import { answerCatalogueSoap } from './catalogue-soap.ts';
import { publishDemoOnce } from './demo.ts';
import { jsonResponse, wantsPage } from './error-response.ts';
import { usableServices } from './gate.ts';
import type { Endpoint } from './request-context.ts';
import { wsdlResponse } from './soap.ts';

/** Answer the list of services as JSON or as a page (`f`), its WSDL, and its operations by SOAP. */
export const answerCatalogue: Endpoint = async (requestContext) => {
  const { context, request, url } = requestContext;
  const requested = [...url.searchParams].find(([name]) => name.toLowerCase() === 'wsdl');
  if (requested && request.method !== 'POST') {
    const dialect = url.searchParams.get('dialect') === 'arcgis' ? arcgisDialect : neutralDialect;
    return wsdlResponse(catalogueWsdl(`${context.origin}${url.pathname}`, dialect));
  }
  await publishDemoOnce(context);
  const services = await usableServices(requestContext);
  if (request.method === 'POST') return answerCatalogueSoap(requestContext, services);
  if (wantsPage(request, url)) {
    const { cataloguePage, withToken } = await import('../pages/index.ts');
    return withToken(cataloguePage(services, context.base), url, context.base);
  }
  const folders = [...new Set(services.flatMap((service) => service.definition.folder ?? []))];
  const root = `${context.origin}${context.base}services`;
  return jsonResponse({ currentVersion: '3.2.0', folders, services: services.map((one) => entryOf(one, root)) }, url);
};

function entryOf(service: ServiceRecord, root: string): ServiceSummary {
  const { document, maps, tables, credits } = service.definition;
  return {
    name: service.key,
    type: 'MapServer',
    title: document.Title || service.key,
    description: document.Comments,
    url: `${root}/${service.key}/MapServer`,
    version: service.version,
    publishedAt: service.publishedAt,
    bytes: service.bytes,
    layerCount: maps.reduce((count, map) => count + map.layers.length, 0),
    featureCount: totalCount(Object.values(tables).map(rowCountOf)),
    credits,
  };
}
