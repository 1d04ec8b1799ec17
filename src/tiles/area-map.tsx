import type { Extent } from '../../sw/geometry/extent.ts';
import { minMax } from '../../sw/geometry/min-max.ts';
import type { SpatialReference } from '../../sw/geometry/spatial-reference.ts';
import { call } from '../connection/call.ts';
import { Button } from '../parts/button.tsx';
import { DrawMap, mapFullExtent, polygonCorners } from '../parts/draw-map.tsx';
import { DraftInput } from '../parts/form/draft-input.tsx';
import { ErrorState } from '../parts/notice.tsx';
import { useRead } from '../parts/use-read.ts';
import { defineReferences } from '../state/definitions.ts';
import { extentToEnvelope, referenceFor } from '../state/references.ts';
import type { MapInfo } from '../state/services.ts';
import { tileText } from './text/tiles-text.ts';

/** A rectangle in the spatial reference of the map. */
export interface Box {
  readonly extent: Extent;
  readonly reference: SpatialReference;
}

/** A map of the service to draw a box on, with number inputs for its sides. */
export function AreaMap(props: {
  service: string;
  map: string;
  box: Box | undefined;
  onChange: (box: Box | undefined) => void;
}) {
  const { service, map, box, onChange } = props;
  const { value: info, problem } = useRead(`${service} ${map}`, () => readInfo(service, map));
  if (problem) return <ErrorState title={tileText.areaFailed} message={problem} />;
  if (!info) return <div class="draw-map-target skeleton" aria-hidden="true" />;
  const reference = referenceFor('map', info);
  return (
    <div class="stack">
      <DrawMap
        {...{ service, info }}
        label={box ? tileText.boxIs(box.extent.join(', ')) : tileText.dragBox}
        tool="box"
        shapes={box ? [extentToEnvelope(box.extent, box.reference)] : []}
        onShape={(shape) => {
          const [xmin, xmax] = minMax(polygonCorners(shape).map(([x]) => x));
          const [ymin, ymax] = minMax(polygonCorners(shape).map(([, y]) => y));
          onChange({ extent: [xmin, ymin, xmax, ymax], reference });
        }}
      >
        {(viewer) => (
          <>
            <Button small disabled={!box} onClick={() => box && viewer?.fit(box.extent)}>
              {tileText.zoomToBox}
            </Button>
            <Button small onClick={() => viewer?.fit(mapFullExtent(info))}>
              {tileText.areas.map}
            </Button>
            {!box && <span>{tileText.dragBox}</span>}
          </>
        )}
      </DrawMap>
      <Sides box={box ?? { extent: mapFullExtent(info), reference }} onChange={onChange} />
    </div>
  );
}

/** The four sides as number inputs: exact, and accessible without dragging. */
function Sides({ box, onChange }: { box: Box; onChange: (box: Box) => void }) {
  return (
    <div class="columns narrow">
      {tileText.sides.map((name, side) => (
        <label class="field" key={name}>
          <span>{name}</span>
          <DraftInput
            type="number"
            step="any"
            value={String(Number(box.extent[side]!.toPrecision(9)))}
            onCommit={(text) => {
              const value = Number.parseFloat(text);
              if (Number.isNaN(value)) return;
              const [xmin, ymin, xmax, ymax] = box.extent.with(side, value) as [number, number, number, number];
              onChange({ ...box, extent: [xmin, ymin, xmax, ymax] });
            }}
          />
        </label>
      ))}
    </div>
  );
}

async function readInfo(service: string, MapName: string): Promise<MapInfo> {
  const { Result: info } = await call('GetServerInfo', service, { MapName });
  await defineReferences(info.SpatialReference, info.DefaultMapDescription?.SpatialReference);
  return info;
}
