import {
  type PortalOperationName,
  type PortalOperationRow,
  portalOperations,
} from '../../../sw/portal/contract/index.ts';
import { type AdminOperationName, type AdminOperationRow, adminOperations } from './admin-operations.ts';

/** What is sent as plain HTTP: the operations of the portal and those below `admin/`. */
export const httpOperations = { ...portalOperations, ...adminOperations };
export type HttpOperationName = PortalOperationName | AdminOperationName;

/** A row without its exact type; `method` is set for operations below `admin/`. */
type HttpRow = Omit<PortalOperationRow, 'allow' | 'group'> &
  Partial<Pick<AdminOperationRow, 'method' | 'body'>> & {
    readonly allow: PortalOperationRow['allow'] | AdminOperationRow['allow'];
  };

export const httpRow = (name: HttpOperationName): HttpRow => httpOperations[name] as HttpRow;

export const isAdminOperation = (name: HttpOperationName): name is AdminOperationName =>
  Object.hasOwn(adminOperations, name);
