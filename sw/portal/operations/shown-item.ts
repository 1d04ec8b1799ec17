import type { Reply } from '../call.ts';
import type { ItemRecord } from '../schema/portal-records.ts';

/** An item as an answer shows it. */
export function shownItem({ portalId: _, revision: __, ...item }: ItemRecord): Reply {
  return { ...item };
}
