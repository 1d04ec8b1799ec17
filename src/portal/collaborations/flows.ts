import type { Collaboration, Link, Workspace } from '../../connection/portal-answers.ts';

/** That one portal sends what it shares in a workspace to another. */
export interface Flow {
  readonly from: string;
  readonly to: string;
  readonly workspace: string;
}

const sends = ({ accessMode }: Link): boolean => accessMode !== 'receive';
const receives = ({ accessMode }: Link): boolean => accessMode !== 'send';

/** Who sends to whom in a workspace: guests exchange with the host, which passes on what the others send. */
export function flowsOf(workspace: Workspace, { collaborationHostPortalId }: Collaboration): Flow[] {
  const links = workspace.participantGroupLinks;
  const host = links.find(({ portalId }) => portalId === collaborationHostPortalId);
  if (!host) return [];
  return links
    .filter((guest) => guest !== host)
    .flatMap((guest) => [
      ...(sends(host) && receives(guest)
        ? [{ from: host.portalId, to: guest.portalId, workspace: workspace.name }]
        : []),
      ...(sends(guest) && receives(host)
        ? [{ from: guest.portalId, to: host.portalId, workspace: workspace.name }]
        : []),
    ]);
}
