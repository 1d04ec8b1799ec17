import { operations as mapOperations } from '../../sw/contract/index.ts';
import { type PortalOperationName, portalOperations } from '../../sw/portal/contract/index.ts';
import { type AddedOperations, added, type HttpOperation, type HttpOperations } from '../parts/extension.ts';
import { adminOperations } from './admin-operations.ts';

const addedRows = await Promise.all(added('operations').map((load) => load()));
const addedTo = (part: keyof AddedOperations): HttpOperations =>
  Object.assign({}, ...addedRows.map((rows) => rows[part]));

/** Every operation by the part of the list it is in. */
export const parts = {
  map: mapOperations,
  rest: addedTo('rest'),
  ogc: addedTo('ogc'),
  admin: adminOperations as HttpOperations,
  portal: portalOperations as HttpOperations,
};

const httpOperations: HttpOperations = { ...parts.portal, ...parts.admin, ...parts.rest, ...parts.ogc };
export const portalNames = Object.keys(portalOperations) as PortalOperationName[];

export const isHttpOperation = (name: string | undefined): name is string =>
  name !== undefined && Object.hasOwn(httpOperations, name);

/** The row of an operation that is no SOAP. */
export const httpRow = (name: string): HttpOperation => httpOperations[name]!;

export const isAdminOperation = (name: string): boolean => Object.hasOwn(adminOperations, name);

/** Operations on a service below `rest/`, of its own interface or of one of the Open Geospatial Consortium. */
export const isRestOperation = (name: string): boolean => /^(rest|ogc):/.test(name);

/** What is sent with the sign-ins of this page, and not with the token of one portal. */
export const isSentByPage = (name: string): boolean => isAdminOperation(name) || isRestOperation(name);

export const titleOf = (name: string): string => name.replace(/^(rest|ogc):/, '');

/** The names in the path of an operation, from left to right. */
export const pathNames = (operation: string): string[] =>
  Array.from(httpRow(operation).path.matchAll(/\{(\w+)\+?\}/g), ([, name]) => name!);
