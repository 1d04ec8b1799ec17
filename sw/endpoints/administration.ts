/** A part of the worker: the endpoints by which services, their files and their storage are managed. */

export { answerAdminService, answerPublish } from './admin.ts';
export { answerAttachments } from './attachments.ts';
export { answerBackup, answerReset, answerRestore } from './backup.ts';
export { answerGrids } from './grids.ts';
export { answerInbox } from './inbox.ts';
export { answerMap, answerMaps } from './maps.ts';
export { answerOrigins } from './origins.ts';
export { answerClock } from './testing/clock.ts';
export { answerTileCaches, answerTileJob } from './tile-caches.ts';
