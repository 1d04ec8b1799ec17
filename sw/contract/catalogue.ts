/** What an operation of the catalogue answers with: the element that holds the value, and the kind of the value. */
export interface CatalogueRow {
  readonly doc: string;
  /** The one element of the request, a text; none when absent. */
  readonly asks?: string;
  readonly element: string;
  readonly kind: 'text' | 'boolean' | 'texts' | 'descriptions';
}

/** The SOAP operations of the catalogue at `services`, which lists the services for clients that look for them by SOAP. */
export const catalogueOperations = {
  GetMessageVersion: {
    doc: 'Get the version of the messages that the catalogue speaks.',
    element: 'MessageVersion',
    kind: 'text',
  },
  GetMessageFormats: { doc: 'Get the formats of messages: SOAP.', element: 'MessageFormats', kind: 'text' },
  GetTokenServiceURL: {
    doc: 'Get the address that gives tokens for private services.',
    element: 'TokenServiceURL',
    kind: 'text',
  },
  RequiresTokens: { doc: 'Get whether every service wants a token.', element: 'Result', kind: 'boolean' },
  GetFolders: {
    doc: 'List the folders of the services that the caller may use.',
    element: 'FolderNames',
    kind: 'texts',
  },
  GetServiceDescriptions: {
    doc: 'List the services outside of folders.',
    element: 'ServiceDescriptions',
    kind: 'descriptions',
  },
  GetServiceDescriptionsEx: {
    doc: 'List the services of a folder; an empty name means those outside of folders.',
    asks: 'FolderName',
    element: 'ServiceDescriptions',
    kind: 'descriptions',
  },
} as const satisfies Readonly<Record<string, CatalogueRow>>;

export type CatalogueOperation = keyof typeof catalogueOperations;

/** One service as the catalogue describes it, in the order of the wire. */
export interface ServiceDescription {
  readonly Name: string;
  readonly Type: string;
  readonly Url: string;
  readonly ParentType: string;
  readonly Capabilities: string;
  readonly Description: string;
}
