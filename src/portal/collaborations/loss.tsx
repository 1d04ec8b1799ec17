import { totalCount } from '../../../sw/rows/row-count.ts';
import { catalogue } from '../../connection/catalogue.ts';
import type { CollaborationWithParticipants, Portal } from '../../connection/portal-answers.ts';
import { askAll } from '../../connection/portal-call.ts';
import { sessions } from '../../connection/sign-in.ts';
import { featuresText } from '../../parts/features-text.ts';
import { LoadedPart } from '../loaded-part.tsx';
import { portalText as t } from '../text/portal-text.ts';
import { type Loaded, useLoaded } from '../use-loaded.ts';

interface PortalLoss {
  readonly name: string;
  readonly policy: 'remove' | 'retain';
  readonly items: number;
  readonly mapServices: number;
  readonly features: number | null;
  /** True when the page is not signed in there, or the portal is on another server. */
  readonly isUnknown: boolean;
}

interface Losses {
  readonly portals: readonly PortalLoss[];
  /** Received items that will be removed. */
  readonly removed: number;
}

/** Count what portals have received in workspaces, and what their policy makes of it when these go. */
export function useLoss(
  portals: readonly Portal[],
  { id, participants }: CollaborationWithParticipants,
  workspaceIds: readonly string[],
  only?: string,
): Loaded<Losses> {
  return useLoaded(`${id} ${workspaceIds.join()}`, async (signal) => {
    const requested = participants.filter((one) => only === undefined || one.id === only);
    // What was received a moment ago may not be in the list that the page keeps.
    const services = await catalogue();
    const counted = await Promise.all(
      requested.map(async ({ id: portalId, portalInfo, config }): Promise<PortalLoss> => {
        const isUnknown = !portals.some((one) => one.id === portalId) || !sessions.value?.has(portalId);
        const all = isUnknown ? [] : await askAll('items', { portalId }, (answer) => answer.items, { signal });
        const received = all.filter(({ origin }) => origin && workspaceIds.includes(origin.workspaceId));
        const keys = new Set(received.flatMap(({ serviceKey }) => serviceKey ?? []));
        const counts = services.filter(({ name }) => keys.has(name)).map(({ featureCount }) => featureCount);
        const features = totalCount(counts);
        const policy = config.itemDeletePolicy;
        return { name: portalInfo.name, policy, items: received.length, mapServices: keys.size, features, isUnknown };
      }),
    );
    const removed = counted.filter(({ policy }) => policy === 'remove').reduce((sum, { items }) => sum + items, 0);
    return { portals: counted, removed };
  });
}

export function Loss({ loss }: { loss: Loaded<Losses> }) {
  return (
    <LoadedPart loaded={loss}>
      {({ portals }) => (
        <ul class="stack near portal-losses">
          {portals.map(({ name, policy, items, mapServices, features, isUnknown }) => (
            <li key={name}>
              {isUnknown
                ? t.loss.unknown(name, t.collaborations.policies[policy])
                : items === 0
                  ? t.loss.nothing(name)
                  : t.loss[policy](name, items, mapServices, featuresText(features))}
            </li>
          ))}
        </ul>
      )}
    </LoadedPart>
  );
}
