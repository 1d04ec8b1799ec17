import type { Context } from '../../context.ts';
import { inBackground } from '../in-background.ts';
import { claimInterrupted } from './claim.ts';
import { runSync } from './run-sync.ts';
import { withWorkspaceLock } from './start-sync.ts';

/**
 * Go on with the synchronisations whose worker was stopped; one that was begun too often ends as failed.
 *
 * @returns how many leases were looked at that had no holder alive
 */
export async function resumeInterrupted(context: Context): Promise<number> {
  const leases = await context.store.portal.all('leases');
  const started = leases.map(
    ({ workspaceId }) =>
      new Promise<boolean>((resolve, reject) => {
        const done = withWorkspaceLock(context, workspaceId, async (isAlone) => {
          const claim = await claimInterrupted(context, workspaceId, isAlone);
          resolve(claim !== undefined);
          if (claim) await runSync(context, claim);
        });
        inBackground(context, done);
        done.catch(reject);
      }),
  );
  return (await Promise.all(started)).filter((isResumed) => isResumed).length;
}
