import type { Clusters } from '../../../../sw/service/feature-reduction.ts';
import { denseText } from '../../text/dense-text.ts';
import { mapText } from '../../text/maps-text.ts';
import { ColourRow, SliderRow, SwitchRow } from '../control-rows.tsx';
import { ByPointChoice } from './by-point-choice.tsx';
import { hexOf, rgba } from './dense-colors.ts';

export function ClustersPart({ clusters, onChange }: { clusters: Clusters; onChange: (clusters: Clusters) => void }) {
  const put = (part: Partial<Clusters>) => onChange({ ...clusters, ...part });
  const { radiusPt, minSizePt, maxSizePt } = clusters;
  const unit = mapText.style.points;
  return (
    <>
      <SliderRow
        {...{ name: denseText.distance, unit, value: radiusPt, minimum: 20, most: 150, step: 5 }}
        onChange={(value) => put({ radiusPt: value })}
      />
      <SliderRow
        {...{ name: denseText.smallest, unit, value: minSizePt, minimum: 12, most: 40, step: 1 }}
        onChange={(value) => put({ minSizePt: value, maxSizePt: Math.max(value, maxSizePt) })}
      />
      <SliderRow
        {...{ name: denseText.largest, unit, value: maxSizePt, minimum: 20, most: 90, step: 1 }}
        onChange={(value) => put({ maxSizePt: value, minSizePt: Math.min(value, minSizePt) })}
      />
      <ColourRow
        name={denseText.colour}
        value={hexOf(clusters.color)}
        onChange={(hex) => put({ color: rgba(hex, clusters.color[3]) })}
      />
      <SwitchRow name={denseText.counts} on={clusters.showLabels} onChange={(showLabels) => put({ showLabels })} />
      <ByPointChoice value={clusters.maxScale} onChange={(maxScale) => put({ maxScale })} />
    </>
  );
}
