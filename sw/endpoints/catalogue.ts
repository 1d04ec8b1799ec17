import { type CatalogueOperation, catalogueOperations, type ServiceDescription } from '../contract/catalogue.ts';
import { wrongValue } from '../contract/index.ts';
import { knownRowCount, totalCount } from '../rows/row-count.ts';
import type { ServiceSummary } from '../service/service-summary.ts';
import { catalogueWsdl, encodeCatalogueAnswer } from '../soap/catalogue.ts';
import { arcgisDialect, neutralDialect } from '../soap/dialect.ts';
import type { XmlElement } from '../soap/xml.ts';
import type { ServiceRecord } from '../store/store.ts';
import { publishDemoOnce } from './demo.ts';
import { jsonResponse, wantsPage } from './error-response.ts';
import { usableServices } from './gate.ts';
import type { Endpoint, RequestContext } from './request-context.ts';
import { exchangeSoap, wsdlResponse } from './soap.ts';

/** Return the list of services as JSON or as a page (`f`), or its WSDL, or the response of a SOAP operation. */
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
  return jsonResponse(
    { currentVersion: '3.2.0', folders, services: services.map((service) => toServiceSummary(service, root)) },
    url,
  );
};

function toServiceSummary(service: ServiceRecord, root: string): ServiceSummary {
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
    featureCount: totalCount(Object.values(tables).map(knownRowCount)),
    credits,
  };
}

/**
 * Perform a SOAP operation of the catalogue.
 *
 * @param services that the caller can use
 */
function answerCatalogueSoap(
  { request, context }: RequestContext,
  services: readonly ServiceRecord[],
): Promise<Response> {
  return exchangeSoap(request, context, async ({ element, dialect }) => {
    const operation = readCatalogueOperation(element);
    const root = `${context.origin}${context.base}`;
    const isVendor = dialect.enumPrefix === 'esri';
    const version = dialect.namespace.slice(dialect.namespace.lastIndexOf('/') + 1).replaceAll('.', '');
    const describeFolder = (folder: string): ServiceDescription[] =>
      services
        .filter(({ definition }) => (definition.folder ?? '') === folder)
        .map((service) => describeService(service, root));
    const answers = {
      GetMessageVersion: () => `${isVendor ? 'esriArcGISVersion' : 'gisVersion'}${version}`,
      GetMessageFormats: () => `${dialect.enumPrefix}ServiceCatalogMessageFormatSoap`,
      GetTokenServiceURL: () => `${root}generateToken`,
      RequiresTokens: () => false,
      GetFolders: () => [...new Set(services.flatMap(({ definition }) => definition.folder ?? []))],
      GetServiceDescriptions: () => describeFolder(''),
      GetServiceDescriptionsEx: () => describeFolder(folderIn(element)),
    } satisfies Record<CatalogueOperation, () => unknown>;
    const value = answers[operation]();
    return () => encodeCatalogueAnswer(operation, value);
  });
}

function readCatalogueOperation({ name }: XmlElement): CatalogueOperation {
  if (Object.hasOwn(catalogueOperations, name)) return name as CatalogueOperation;
  const operationNames = Object.keys(catalogueOperations).join(', ');
  throw wrongValue('unknown-operation', 'Envelope.Body', `one of ${operationNames}`, `<${name.slice(0, 80)}>`);
}

/** Return the folder that a request names, in any namespace and case. Empty for the root. */
const folderIn = ({ children }: XmlElement): string =>
  children.find(({ name }) => name.toLowerCase() === 'foldername')?.text.trim() ?? '';

function describeService({ key, definition }: ServiceRecord, root: string): ServiceDescription {
  return {
    Name: key,
    Type: 'MapServer',
    Url: `${root}services/${key}/MapServer`,
    ParentType: '',
    Capabilities: definition.capabilities.join(','),
    Description: definition.document.Comments,
  };
}
