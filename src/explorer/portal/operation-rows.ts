import {
  type PortalOperationName,
  type PortalOperationRow,
  portalOperations,
} from '../../../sw/portal/contract/index.ts';
import { type AdminOperationName, type AdminOperationRow, adminOperations } from './admin-operations.ts';
import { type OgcOperationName, ogcOperations } from './ogc-operations.ts';
import { type RestOperationName, type RestOperationRow, restOperations } from './rest-operations.ts';

/** What is sent as plain HTTP: the operations of the portal, those below `admin/` and the REST interface. */
export const httpOperations = { ...portalOperations, ...adminOperations, ...restOperations, ...ogcOperations };
export type HttpOperationName = PortalOperationName | AdminOperationName | RestOperationName | OgcOperationName;

/** A row without its exact type; `method` is set for operations below `admin/`. */
type HttpRow = Omit<PortalOperationRow, 'allow' | 'group'> &
  Partial<Pick<AdminOperationRow, 'method' | 'body'>> &
  Partial<Pick<RestOperationRow, 'formats' | 'query' | 'servers'>> & {
    readonly allow: PortalOperationRow['allow'] | AdminOperationRow['allow'];
  };

export const httpRow = (name: HttpOperationName): HttpRow =>
  (httpOperations as Readonly<Record<string, unknown>>)[name] as HttpRow;

export const isAdminOperation = (name: HttpOperationName): name is AdminOperationName =>
  Object.hasOwn(adminOperations, name);

/** Operations on a service below `rest/`, of its own interface or of one of the Open Geospatial Consortium. */
export const isRestOperation = (name: HttpOperationName): name is RestOperationName | OgcOperationName =>
  Object.hasOwn(restOperations, name) || Object.hasOwn(ogcOperations, name);

/** What is sent with the sign-ins of this page, and not with the token of one portal. */
export const isSentByPage = (name: HttpOperationName): boolean => isAdminOperation(name) || isRestOperation(name);

export const titleOf = (name: string): string => name.replace(/^(rest|ogc):/, '');
