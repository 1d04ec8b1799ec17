import type { PortalHandlers } from './call.ts';
import * as collaborations from './operations/collaborations.ts';
import * as groups from './operations/groups.ts';
import * as items from './operations/items.ts';
import * as portals from './operations/portals.ts';
import { addResource, removeResource, resource, resources } from './operations/resources.ts';
import * as services from './operations/services.ts';
import * as signIn from './operations/sign-in.ts';
import * as sync from './operations/sync.ts';
import * as users from './operations/users.ts';
import * as webhooks from './operations/webhooks.ts';
import * as workspaces from './operations/workspaces.ts';

/** One handler for each operation of the table; a missing one does not compile. */
export const portalHandlers = {
  ...signIn,
  ...portals,
  ...users,
  ...groups,
  ...items,
  ...services,
  ...collaborations,
  ...workspaces,
  ...sync,
  ...webhooks,
  resources,
  resource,
  addResource,
  removeResource,
} satisfies PortalHandlers;
