import { type CatalogueOperation, catalogueOperations, type ServiceDescription } from '../contract/catalogue.ts';
import { Fault } from '../contract/index.ts';
import { encodeCatalogueAnswer } from '../soap/catalogue.ts';
import type { XmlElement } from '../soap/xml.ts';
import type { ServiceRecord } from '../store/store.ts';
import type { RequestContext } from './request-context.ts';
import { exchangeSoap } from './soap.ts';

/**
 * Answer a SOAP operation of the catalogue.
 *
 * @param services those that the caller may use
 */
export function answerCatalogueSoap(
  { request, context }: RequestContext,
  services: readonly ServiceRecord[],
): Promise<Response> {
  return exchangeSoap(request, context, async ({ element, dialect }) => {
    const operation = operationOf(element);
    const root = `${context.origin}${context.base}`;
    const isVendor = dialect.enumPrefix === 'esri';
    const version = dialect.namespace.slice(dialect.namespace.lastIndexOf('/') + 1).replaceAll('.', '');
    const listed = (folder: string): ServiceDescription[] =>
      services.filter(({ definition }) => (definition.folder ?? '') === folder).map((one) => described(one, root));
    const answers = {
      GetMessageVersion: () => `${isVendor ? 'esriArcGISVersion' : 'gisVersion'}${version}`,
      GetMessageFormats: () => `${dialect.enumPrefix}ServiceCatalogMessageFormatSoap`,
      GetTokenServiceURL: () => `${root}generateToken`,
      RequiresTokens: () => false,
      GetFolders: () => [...new Set(services.flatMap(({ definition }) => definition.folder ?? []))],
      GetServiceDescriptions: () => listed(''),
      GetServiceDescriptionsEx: () => listed(folderIn(element)),
    } satisfies Record<CatalogueOperation, () => unknown>;
    const value = answers[operation]();
    return () => encodeCatalogueAnswer(operation, value);
  });
}

function operationOf({ name }: XmlElement): CatalogueOperation {
  if (Object.hasOwn(catalogueOperations, name)) return name as CatalogueOperation;
  const known = Object.keys(catalogueOperations).join(', ');
  throw new Fault('unknown-operation', `Envelope.Body: one of ${known} expected, <${name.slice(0, 80)}> found`);
}

/** The folder that a request names, in any namespace and case; the root without one. */
const folderIn = ({ children }: XmlElement): string =>
  children.find(({ name }) => name.toLowerCase() === 'foldername')?.text.trim() ?? '';

function described({ key, definition }: ServiceRecord, root: string): ServiceDescription {
  return {
    Name: key,
    Type: 'MapServer',
    Url: `${root}services/${key}/MapServer`,
    ParentType: '',
    Capabilities: definition.capabilities.join(','),
    Description: definition.document.Comments,
  };
}
