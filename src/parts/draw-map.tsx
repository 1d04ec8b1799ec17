import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Value } from '../../sw/contract/index.ts';
import type { Extent } from '../../sw/geometry/extent.ts';
import { formatError } from '../connection/call.ts';
import type { Viewer } from '../map/widget/viewer.ts';
import { envelopeToExtent, referenceFor } from '../state/references.ts';
import type { MapInfo } from '../state/services.ts';
import type { Tool } from '../state/tasks.ts';
import { text } from '../text/text.ts';
import { IconButton } from './button.tsx';
import { ErrorState } from './notice.tsx';

type Position = readonly [x: number, y: number];

/** Map of a service to draw on with a tool, in the CRS of the map. */
export function DrawMap(props: {
  service: string;
  info: MapInfo;
  label: string;
  tool: Tool;
  /** Geometries already drawn, in the CRS of the map. */
  shapes: readonly Value<'Geometry'>[];
  onPick?: (position: Position) => void;
  /** Called with the drawn box or polygon, always as a polygon. */
  onShape: (shape: Value<'PolygonN'>) => void;
  /** Additional buttons next to those of the map. */
  children: (viewer: Viewer | undefined) => ComponentChildren;
}) {
  const { service, info, label, tool, shapes, children } = props;
  const target = useRef<HTMLDivElement>(null);
  const [viewer, setViewer] = useState<Viewer>();
  const [problem, setProblem] = useState<string>();
  const [isDrawn, setDrawn] = useState(false);
  // The viewer is created once, so its events read the current props from here.
  const now = useRef(props);
  now.current = props;

  useEffect(() => {
    let mounted: Viewer | undefined;
    let isGone = false;
    const description = info.DefaultMapDescription;
    const element = target.current;
    if (!element || !description) return;
    import('../map/widget/viewer.ts').then(
      ({ createViewer }) => {
        if (isGone) return;
        mounted = createViewer(element, {
          onMove() {},
          onPointer() {},
          onPick: (position) => now.current.onPick?.(position),
          onShape: (shape) => shape.type === 'PolygonN' && now.current.onShape(shape),
          coveredPx: () => [0, 0, 0, 0],
          onDrawing() {},
          onDrawn() {
            setProblem(undefined);
            setDrawn(true);
          },
          onFailed: setProblem,
        });
        const subject = { service, description, reference: referenceFor('map', info), fullExtent: mapFullExtent(info) };
        mounted.show({ ...subject, tiles: undefined }, undefined);
        setViewer(mounted);
      },
      (error) => setProblem(formatError(error)),
    );
    return () => {
      isGone = true;
      mounted?.dispose();
    };
  }, [service, info]);
  useEffect(() => viewer?.setTool(tool), [viewer, tool]);
  useEffect(() => viewer?.mark({ found: shapes }), [viewer, JSON.stringify(shapes)]);

  return (
    <>
      <div
        class="draw-map-target"
        ref={target}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved with the keyboard, and Enter sets a point
        tabIndex={0}
        aria-label={label}
        aria-busy={!isDrawn}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          viewer?.pickCenter();
        }}
      />
      {problem && <ErrorState title={text.map.failed} message={problem} />}
      <div class="row">
        <IconButton small icon="plus" name={text.map.zoomIn} onClick={() => viewer?.zoomBy(1)} />
        <IconButton small icon="minus" name={text.map.zoomOut} onClick={() => viewer?.zoomBy(-1)} />
        {children(viewer)}
      </div>
    </>
  );
}

/** Return the corners of a polygon. */
export const polygonCorners = ({ RingArray }: Value<'PolygonN'>): Position[] =>
  RingArray.flatMap(({ PointArray }) => PointArray ?? []).flatMap((point) =>
    point.type === 'PointN' ? [[point.X, point.Y] as const] : [],
  );

/** Return the full extent of a map; by default the whole world in degrees. */
export const mapFullExtent = (info: MapInfo): Extent =>
  envelopeToExtent(info.FullExtent) ?? envelopeToExtent(info.Extent) ?? [-180, -90, 180, 90];
