import { useEffect, useState } from 'preact/hooks';
import type { Extent } from '../../sw/geometry/extent.ts';
import { fitExtent } from '../../sw/geometry/fit-extent.ts';
import type { SpatialReference } from '../../sw/geometry/spatial-reference.ts';
import { call } from '../connection/call.ts';
import { drawImage } from '../map/widget/draw-image.ts';
import { Button } from '../parts/button.tsx';
import { DraftInput } from '../parts/form/draft-input.tsx';
import { ErrorState } from '../parts/notice.tsx';
import { useRead } from '../parts/use-read.ts';
import { defineReferences } from '../state/definitions.ts';
import { extentOf, referenceFor } from '../state/references.ts';
import type { MapInfo } from '../state/services.ts';
import { tileText } from './text/tiles-text.ts';

/** A rectangle in the reference of the map. */
export interface Box {
  readonly extent: Extent;
  readonly reference: SpatialReference;
}

const [widthPx, heightPx] = [720, 405];
/** A drag that is shorter is a slip of the hand. */
const minimumDragPx = 3;

type Spot = readonly [xPx: number, yPx: number];

export function AreaMap(props: {
  service: string;
  map: string;
  box: Box | undefined;
  onChange: (box: Box | undefined) => void;
}) {
  const { service, map, box, onChange } = props;
  const { value: info, problem } = useRead(`${service} ${map}`, () => readInfo(service, map));
  const [zoomed, setZoomed] = useState<Extent>();
  const [drag, setDrag] = useState<{ readonly from: Spot; readonly to: Spot }>();
  const shown = zoomed ?? (info && wholeOf(info));
  const drawn = useRead(info && `${service} ${map}`, (signal) => draw(service, info!, shown!, signal), {
    again: [shown?.join()],
  });
  const picture = drawn.value;
  useEffect(() => setZoomed(undefined), [service, map]);
  useEffect(() => () => URL.revokeObjectURL(picture ?? ''), [picture]);

  const failure = problem ?? drawn.problem;
  if (failure) return <ErrorState title={tileText.areaFailed} message={failure} />;
  if (!info || !shown) return <div class="area-map skeleton" aria-hidden="true" />;
  const reference = referenceFor('map', info);
  const unit = (shown[2] - shown[0]) / widthPx;
  // A tenth of a pixel is as exact as a hand, and reads better.
  const digits = Math.min(12, Math.max(0, Math.ceil(1 - Math.log10(unit))));
  const round = (value: number) => Number(value.toFixed(digits));
  const toMap = ([x, y]: Spot): Spot => [round(shown[0] + x * unit), round(shown[3] - y * unit)];
  const toPx = ([x, y]: Spot): Spot => [(x - shown[0]) / unit, (shown[3] - y) / unit];
  const corners: readonly [Spot, Spot] | undefined = drag
    ? [drag.from, drag.to]
    : box && [toPx([box.extent[0], box.extent[3]]), toPx([box.extent[2], box.extent[1]])];
  const finish = () => {
    setDrag(undefined);
    if (!drag || Math.hypot(drag.to[0] - drag.from[0], drag.to[1] - drag.from[1]) < minimumDragPx) return;
    const [a, b] = [toMap(drag.from), toMap(drag.to)];
    onChange({
      extent: [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])],
      reference,
    });
  };
  return (
    <div class="stack">
      <div class="area-map">
        {picture && <img src={picture} alt="" />}
        <svg
          viewBox={`0 0 ${widthPx} ${heightPx}`}
          role="img"
          aria-label={box ? tileText.boxIs(box.extent.join(', ')) : tileText.dragBox}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            setDrag({ from: spotOf(event), to: spotOf(event) });
          }}
          onPointerMove={(event) => drag && setDrag({ ...drag, to: spotOf(event) })}
          onPointerUp={finish}
          onPointerCancel={() => setDrag(undefined)}
        >
          {corners && <BoxShape corners={corners} />}
        </svg>
      </div>
      <div class="row">
        <Button small disabled={!box} onClick={() => box && setZoomed(fitExtent(box.extent, widthPx, heightPx))}>
          {tileText.zoomToBox}
        </Button>
        <Button small onClick={() => setZoomed(undefined)}>
          {tileText.areas.map}
        </Button>
        {!box && <span>{tileText.dragBox}</span>}
      </div>
      <Sides box={box ?? { extent: shown, reference }} onChange={onChange} />
    </div>
  );
}

function BoxShape({ corners: [a, b] }: { corners: readonly [Spot, Spot] }) {
  return (
    <rect
      x={Math.min(a[0], b[0])}
      y={Math.min(a[1], b[1])}
      width={Math.max(1, Math.abs(b[0] - a[0]))}
      height={Math.max(1, Math.abs(b[1] - a[1]))}
    />
  );
}

/** The four sides as numbers: exact, and for everybody who does not drag. */
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

/** Where on the picture, whatever size it is shown in. */
function spotOf(event: PointerEvent): Spot {
  const frame = (event.currentTarget as Element).getBoundingClientRect();
  const share = (at: number, from: number, size: number) => Math.min(1, Math.max(0, (at - from) / size));
  return [
    share(event.clientX, frame.left, frame.width) * widthPx,
    share(event.clientY, frame.top, frame.height) * heightPx,
  ];
}

async function readInfo(service: string, MapName: string): Promise<MapInfo> {
  const { Result: info } = await call('GetServerInfo', service, { MapName });
  await defineReferences(info.SpatialReference, info.DefaultMapDescription?.SpatialReference);
  return info;
}

const wholeOf = (info: MapInfo): Extent =>
  fitExtent(extentOf(info.FullExtent) ?? extentOf(info.Extent) ?? [-180, -90, 180, 90], widthPx, heightPx);

async function draw(service: string, info: MapInfo, extent: Extent, signal: AbortSignal): Promise<string> {
  const frame = {
    center: [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2],
    resolution: (extent[2] - extent[0]) / widthPx,
    rotation: 0,
    widthPx,
    heightPx,
  } as const;
  const { picture } = await drawImage(
    service,
    info.DefaultMapDescription!,
    referenceFor('map', info),
    frame,
    devicePixelRatio,
    signal,
  );
  return picture.image.src;
}
