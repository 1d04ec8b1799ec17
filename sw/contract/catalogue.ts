/** Catalogue operation: its request element, and the element and kind of value in its response. */
export interface CatalogueRow {
  readonly doc: string;
  /** Name of the only request element, a string. Absent if the request has none. */
  readonly asks?: string;
  readonly element: string;
  readonly kind: 'text' | 'boolean' | 'texts' | 'descriptions';
}

/** SOAP operations of the catalogue at `services`, for clients that look up services by SOAP. */
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

/** One service in the catalogue. Members are in wire order. */
export interface ServiceDescription {
  readonly Name: string;
  readonly Type: string;
  readonly Url: string;
  readonly ParentType: string;
  readonly Capabilities: string;
  readonly Description: string;
}
