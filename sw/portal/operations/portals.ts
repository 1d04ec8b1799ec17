import type { PortalHandler } from '../call.ts';
import { change } from '../change.ts';
import { deliverDue } from '../deliver.ts';
import { inBackground } from '../in-background.ts';
import type { Principal } from '../principal.ts';
import type { PortalRecord } from '../schema/portal-records.ts';
import { resumeInterrupted } from '../sync/resume.ts';
import { runSchedules } from '../sync/schedule.ts';

export const portals = (async ({ context, principal }) => {
  const rows = await context.store.portal.all('portals');
  return {
    portals: rows
      .toSorted((a, b) => a.created - b.created || a.name.localeCompare(b.name))
      .map((row) => shown(row, principal)),
  };
}) satisfies PortalHandler<'portals'>;

export const portal = (async ({ scope, principal }) =>
  shown(scope.portal, principal)) satisfies PortalHandler<'portal'>;

export const updatePortal = ((call) =>
  change(call, async (transaction) => {
    const row = (await transaction.objectStore('portals').get(call.scope.portal.id)) ?? call.scope.portal;
    const { name = row.name, description = row.description, pageSignIn = row.pageSignIn } = call.values;
    const modified = call.context.now();
    await transaction.objectStore('portals').put({ ...row, name, description, pageSignIn, modified });
    return { success: true };
  })) satisfies PortalHandler<'updatePortal'>;

export const runDue = (async ({ context, scope }) => {
  const resumed = await resumeInterrupted(context);
  const scheduled = await runSchedules(context, scope.portal.id);
  inBackground(context, deliverDue(context));
  return { success: true, resumed, scheduled };
}) satisfies PortalHandler<'runDue'>;

function shown(row: PortalRecord, principal: Principal) {
  const { id, name, description, created, modified, folder, isDefault, pageSignIn } = row;
  const isMember = principal.kind === 'user' && principal.portalId === id;
  return {
    id,
    name,
    description,
    isDefault,
    created,
    modified,
    ...(isMember ? { folder, pageSignIn, user: { username: principal.username, role: principal.role } } : {}),
  };
}
