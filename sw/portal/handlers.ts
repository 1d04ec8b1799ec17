import type { PortalHandlers } from './call.ts';
import * as accounts from './operations/accounts.ts';
import * as collaborations from './operations/collaborations.ts';
import * as content from './operations/content.ts';
import { addResource, removeResource, resource, resources } from './operations/resources.ts';
import * as sync from './operations/sync.ts';
import * as webhooks from './operations/webhooks.ts';

/** One handler for each operation of the table. A missing handler is a compile error. */
export const portalHandlers = {
  ...accounts,
  ...content,
  ...collaborations,
  ...sync,
  ...webhooks,
  resources,
  resource,
  addResource,
  removeResource,
} satisfies PortalHandlers;
