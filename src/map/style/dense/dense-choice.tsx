import { useRef } from 'preact/hooks';
import {
  type Clusters,
  type FeatureReduction,
  readReduction,
  reductionText,
} from '../../../../sw/service/feature-reduction.ts';
import { Segments } from '../../../parts/form/segments.tsx';
import type { TableSubject } from '../../../state/rows.ts';
import { denseText } from '../../text/dense-text.ts';
import { mapText } from '../../text/maps-text.ts';
import { ColorRow, SliderRow, SwitchRow } from '../control-rows.tsx';
import { ramps } from '../ramps.ts';
import { BinsPart } from './bins-part.tsx';
import { ByPointChoice } from './by-point-choice.tsx';
import { heatRamps, heatStops, rgba, rgbaToHex } from './dense-colors.ts';
import { HeatPart } from './heat-part.tsx';

interface Props {
  subject: TableSubject;
  /** The JSON of the drawing description. */
  text: string | undefined;
  onText: (text: string | undefined) => void;
  /** Percent. */
  opacity: number;
  onOpacity: (percent: number) => void;
}

type Way = keyof typeof denseText.ways;

/** Select how points are drawn, with the settings of heat map, clusters or bins. */
export function DenseChoice({ subject, text, onText, opacity, onOpacity }: Props) {
  const reduction = text ? readReduction(text, subject.name) : undefined;
  const way: Way = reduction?.type ?? 'points';
  // The settings of each choice, which are kept while the user switches between choices.
  const tried = useRef(new Map<Way, string>());
  const put = (next: FeatureReduction | undefined) => {
    const written = next && reductionText(next);
    if (next && written) tried.current.set(next.type, written);
    onText(written);
  };
  const choose = (chosen: Way) => {
    if (text) tried.current.set(way, text);
    if (chosen === 'points') put(undefined);
    else onText(tried.current.get(chosen) ?? reductionText(initialReductions[chosen]));
  };
  return (
    <fieldset class="task-group">
      <legend>{denseText.show}</legend>
      <Segments label={denseText.show} choices={denseText.ways} value={way} onChange={choose} />
      {reduction?.type === 'heatmap' && <HeatPart heat={reduction} subject={subject} onChange={put} />}
      {reduction?.type === 'cluster' && <ClustersPart clusters={reduction} onChange={put} />}
      {reduction?.type === 'binning' && <BinsPart bins={reduction} subject={subject} onChange={put} />}
      {reduction && reduction.type !== 'cluster' && (
        <SliderRow
          {...{ name: mapText.style.opacity, unit: '%', value: opacity, minimum: 0, most: 100, step: 1 }}
          onChange={onOpacity}
        />
      )}
      {reduction && <p class="soft">{denseText.hints[reduction.type]}</p>}
    </fieldset>
  );
}

const initialReductions: Readonly<Record<FeatureReduction['type'], FeatureReduction>> = {
  heatmap: {
    ...{ type: 'heatmap', radiusPt: 15, minDensity: 0, lowLabel: denseText.low, highLabel: denseText.high },
    stops: heatStops(heatRamps[0]!.colors),
  },
  cluster: {
    ...{ type: 'cluster', radiusPt: 60, minSizePt: 20, maxSizePt: 48, showLabels: true, maxScale: 0 },
    ...{ color: rgba('#1c685d'), outlineColor: rgba('#ffffff'), outlinePt: 1.5 },
  },
  binning: {
    ...{ type: 'binning', shape: 'hexagon', sizePt: 18, statistic: 'count', isClassed: true, maxScale: 0 },
    colors: ramps[0]!.colors.map((hex) => rgba(hex)),
  },
};

function ClustersPart({ clusters, onChange }: { clusters: Clusters; onChange: (clusters: Clusters) => void }) {
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
      <ColorRow
        name={denseText.colour}
        value={rgbaToHex(clusters.color)}
        onChange={(hex) => put({ color: rgba(hex, clusters.color[3]) })}
      />
      <SwitchRow name={denseText.counts} on={clusters.showLabels} onChange={(showLabels) => put({ showLabels })} />
      <ByPointChoice value={clusters.maxScale} onChange={(maxScale) => put({ maxScale })} />
    </>
  );
}
