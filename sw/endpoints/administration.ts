/** Endpoints that manage services, their files and their storage. The worker loads them on demand. */

export { answerAdminService, answerPublish } from './admin.ts';
export { answerAttachments } from './attachments.ts';
export { answerBackup, answerReset, answerRestore } from './backup.ts';
export { answerGrids } from './grids.ts';
export { answerInbox } from './inbox.ts';
export { answerMap, answerMaps } from './maps.ts';
export { answerOrigins } from './origins.ts';
export { answerStorage } from './storage.ts';
export { answerClock } from './testing/clock.ts';
export { answerTileCaches, answerTileJob } from './tile-caches.ts';
