import { useRead } from '../../parts/use-read.ts';
import { mapInfo } from '../../state/services.ts';
import { composeText } from '../text/compose-text.ts';

/** Description in words of the rows that the filter of a layer shows. */
export function FilterNote({ layerId, filter }: { layerId: number; filter: string }) {
  const { value } = useRead(`${layerId} ${filter}`, async () => {
    const { describeFilter } = await import('../query/describe-filter.ts');
    return describeFilter(filter, mapInfo.peek()?.MapLayerInfos?.[layerId]?.Fields?.FieldArray ?? []);
  });
  return <span title={filter}>{composeText.filtered(value ?? '…')}</span>;
}
