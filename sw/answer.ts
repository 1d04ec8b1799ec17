import type { Context } from './context.ts';
import { Fault } from './contract/index.ts';
import { answerAdminService, answerPublish } from './endpoints/admin.ts';
import { answerAttachments } from './endpoints/attachments.ts';
import { answerBackup, answerReset, answerRestore } from './endpoints/backup.ts';
import { answerCatalogue } from './endpoints/catalogue.ts';
import { errorResponse } from './endpoints/error-response.ts';
import { answerInbox } from './endpoints/inbox.ts';
import { answerLayer } from './endpoints/layer.ts';
import { answerOrigins } from './endpoints/origins.ts';
import { answerOutput } from './endpoints/output.ts';
import { answerPortal } from './endpoints/portal.ts';
import { answerPreview } from './endpoints/preview.ts';
import { answerService } from './endpoints/service.ts';
import { answerSession } from './endpoints/session.ts';
import { answerTileCaches, answerTileJob } from './endpoints/tile-caches.ts';
import { answerTile, answerTileFile } from './endpoints/tiles.ts';
import type { Endpoint } from './endpoints/visit.ts';
import { findRoute, type RouteName } from './routes.ts';

const endpoints: Record<RouteName, Endpoint> = {
  catalogue: answerCatalogue,
  service: answerService,
  preview: answerPreview,
  layer: answerLayer,
  tile: answerTile,
  'tile-file': answerTileFile,
  'tile-job': answerTileJob,
  'tile-caches': answerTileCaches,
  attachments: answerAttachments,
  publish: answerPublish,
  'admin-service': answerAdminService,
  backup: answerBackup,
  restore: answerRestore,
  reset: answerReset,
  origins: answerOrigins,
  output: answerOutput,
  inbox: answerInbox,
  session: answerSession,
  portal: answerPortal,
};

/**
 * Answer a request, or undefined when its path is not the backend's.
 *
 * This is the whole backend: everything of the host comes in through `context`. Nothing is thrown; whatever goes wrong is
 * answered in the form that callers of the endpoint read.
 */
export async function answer(context: Context, request: Request): Promise<Response | undefined> {
  const url = new URL(request.url);
  try {
    const match = findRoute(context.base, url.pathname);
    return match && (await endpoints[match.route]({ context, request, url, match }));
  } catch (error) {
    return errorResponse(asFault(error), request, url);
  }
}

/** What is not a fault is a mistake of ours; its message helps to find it. */
function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault('internal', `Internal error: ${error instanceof Error ? error.message : String(error)}`);
}
