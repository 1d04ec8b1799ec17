import type { CollaborationWithParticipants, Workspace } from '../../connection/portal-answers.ts';
import type { TabProps } from '../tab-props.ts';

export interface WorkspaceProps extends TabProps {
  readonly workspace: Workspace;
  readonly collaboration: CollaborationWithParticipants;
}

export const workspacePath = ({ portal, workspace }: Pick<WorkspaceProps, 'portal' | 'workspace'>) => ({
  portalId: portal.id,
  collaborationId: workspace.collaborationId,
  workspaceId: workspace.id,
});
