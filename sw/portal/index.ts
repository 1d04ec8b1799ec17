/**
 * The portal's interface for the rest of the backend.
 *
 * Its other entries are its contract (`contract/`), which the page also uses, its part of the database
 * (`schema/portal-schema.ts`), and its part of the storage (`store/open-store.ts`).
 */
export { answerRequest } from './answer-request.ts';
export { deliverDue } from './deliver.ts';
export { firstPasswordSetting, firstUsername, preparePortals } from './first-run.ts';
export { listLetters as lettersOf, receive, statusRequested } from './inbox.ts';
export { moveService, publishPrivate, setServiceAccess } from './manage-service.ts';
export {
  type Account,
  findPrincipal as principalOf,
  hashToken as tokenIdOf,
  invalidToken,
  issueToken,
  listTokens as tokensOf,
  tokenRequired,
  validAccount as accountOf,
} from './principal.ts';
export type { ServiceSettingsRecord, UserRecord } from './schema/portal-records.ts';
export { portalRowChecks, portalRowHere, withoutSecrets } from './schema/portal-records.ts';
export { servicePublished, serviceRemoved } from './services.ts';
export type { StoredAccount } from './store/portal-store.ts';
export { resumeInterrupted, runSchedules } from './sync/start-sync.ts';
export { fileResponse } from './upload.ts';
