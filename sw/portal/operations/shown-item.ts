import type { ItemRecord } from '../../store/portal-records.ts';
import type { Reply } from '../call.ts';

/** An item as an answer shows it. */
export function shownItem({ portalId: _, revision: __, ...item }: ItemRecord): Reply {
  return { ...item };
}
