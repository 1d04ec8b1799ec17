import { ask, askAll } from '../../connection/portal-call.ts';
import type { TabProps } from '../tab-props.ts';
import { useLoaded } from '../use-loaded.ts';
import { GroupsPart } from './groups-part.tsx';
import { ItemsPart } from './items-part.tsx';
import { ServicesPart } from './services-part.tsx';

export function ContentTab(props: TabProps) {
  const portalId = props.portal.id;
  const groups = useLoaded(portalId, async (signal) => (await ask('groups', { portalId }, {}, { signal })).groups);
  const items = useLoaded(portalId, (signal) => askAll('items', { portalId }, (answer) => answer.items, { signal }));
  return (
    <>
      <ItemsPart {...props} groups={groups.value ?? []} items={items} />
      <GroupsPart {...props} groups={groups} items={items.value ?? []} />
      <ServicesPart {...props} />
    </>
  );
}
