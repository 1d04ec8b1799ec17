import type { PortalHandlers } from './call.ts';
import * as collaborations from './operations/collaborations.ts';
import * as groups from './operations/groups.ts';
import * as invitations from './operations/invitations.ts';
import * as itemResources from './operations/item-resources.ts';
import {
  addItem,
  deleteItem,
  item,
  itemData,
  items,
  reassignItem,
  shareItem,
  unshareItem,
  updateItem,
} from './operations/items.ts';
import * as participantConfigs from './operations/participant-config.ts';
import * as portals from './operations/portals.ts';
import * as replication from './operations/replication.ts';
import { addResource, removeResource, resource, resources } from './operations/resources.ts';
import * as services from './operations/services.ts';
import * as signIn from './operations/sign-in.ts';
import * as sync from './operations/sync.ts';
import * as users from './operations/users.ts';
import * as webhooks from './operations/webhooks.ts';
import * as workspaces from './operations/workspaces.ts';

const { shownParticipant: _, ...collaborationHandlers } = collaborations;

/** One handler for each operation of the table; a missing one does not compile. */
export const portalHandlers = {
  ...signIn,
  ...portals,
  ...users,
  ...groups,
  items,
  addItem,
  item,
  itemData,
  updateItem,
  deleteItem,
  shareItem,
  unshareItem,
  reassignItem,
  ...itemResources,
  ...services,
  ...collaborationHandlers,
  ...invitations,
  ...participantConfigs,
  ...workspaces,
  ...sync,
  ...replication,
  ...webhooks,
  resources,
  resource,
  addResource,
  removeResource,
} satisfies PortalHandlers;
