import type { Reply } from '../call.ts';
import type { ItemRecord } from '../schema/portal-records.ts';

export function shownItem({ portalId: _, revision: __, ...item }: ItemRecord): Reply {
  return { ...item };
}
