import { useEffect, useState } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import type { StructPlan } from '../../../sw/soap/plan.ts';
import { Button } from '../../parts/button.tsx';
import { DrawMap, polygonCorners } from '../../parts/draw-map.tsx';
import { referenceFor } from '../../state/references.ts';
import { currentKey, type MapInfo } from '../../state/services.ts';
import { listOutlines } from '../mini-map.tsx';
import type { RequestFacts } from '../request-facts.ts';
import { explorerText as t } from '../text/explorer-text.ts';
import { flat, type Position, pointAt, type ShapeKind, shapeOfExtent, shapeOfPositions } from './blank-value.ts';

const families: ReadonlySet<string> = new Set(['Geometry', 'Envelope', 'Point', 'Multipoint', 'Polyline', 'Polygon']);
const kinds: readonly ShapeKind[] = ['PointN', 'MultipointN', 'PolylineN', 'PolygonN', 'EnvelopeN'];

/** Check whether the map can supply a value of this type. */
export const isGeometry = (plan: StructPlan): boolean => families.has(plan.name);

/** Use the extent of the map page as a geometry, or draw one on a map of the service. */
export function GeometryPick(props: {
  plan: StructPlan;
  own: StructPlan;
  label: string;
  value: unknown;
  facts: RequestFacts;
  /** Extent of the map page. */
  viewExtent: Extent | undefined;
  onChange: (value: Record<string, unknown>) => void;
}) {
  const { plan, own, label, value, facts, viewExtent, onChange } = props;
  const [isDrawing, setDrawing] = useState(false);
  const kind = kinds.find((name) => name === own.name || name === `${plan.name}N`) ?? 'EnvelopeN';
  return (
    <div class="row">
      <Button
        small
        icon="map"
        disabled={!viewExtent}
        onClick={() => viewExtent && onChange(shapeOfExtent(kind, viewExtent, facts.reference))}
      >
        {t.fromView}
      </Button>
      <Button small icon="polygon" aria-expanded={isDrawing} onClick={() => setDrawing(!isDrawing)}>
        {t.draw}
      </Button>
      {isDrawing && currentKey.value && (
        <ShapeMap {...{ kind, value, label }} service={currentKey.value} info={facts.info} onDraw={onChange} />
      )}
    </div>
  );
}

/** Geometry types to which each click adds a vertex. */
const growsByClick: ReadonlySet<ShapeKind> = new Set(['MultipointN', 'PolylineN']);

/** A map of the service to draw on. A click draws a point, a drag a rectangle, several clicks a line or polygon. */
function ShapeMap(props: {
  kind: ShapeKind;
  value: unknown;
  label: string;
  service: string;
  info: MapInfo;
  onDraw: (shape: Record<string, unknown>) => void;
}) {
  const { kind, value, label, service, info, onDraw } = props;
  const reference = referenceFor('map', info);
  const [clicked, setClicked] = useState<readonly Position[]>([]);
  useEffect(() => setClicked([]), [kind]);
  const put = (positions: readonly Position[]) => {
    setClicked(positions);
    const minimum = kind === 'PolylineN' ? 2 : 1;
    if (positions.length >= minimum) onDraw(shapeOfPositions(kind, positions, reference));
  };
  return (
    <div class="stack near draw-map">
      <p class="soft">{t.drawHints[kind]}</p>
      <DrawMap
        {...{ service, info }}
        label={t.drawOn(label)}
        tool={kind === 'EnvelopeN' ? 'box' : kind === 'PolygonN' ? 'polygon' : 'point'}
        shapes={shapesForMap(value, reference)}
        onPick={(position) => put(growsByClick.has(kind) ? [...clicked, position] : [position])}
        onShape={(shape) => (kind === 'PolygonN' ? onDraw({ ...shape }) : put(polygonCorners(shape)))}
      >
        {() =>
          growsByClick.has(kind) && (
            <>
              <Button small icon="rotate" disabled={clicked.length === 0} onClick={() => put(clicked.slice(0, -1))}>
                {t.removeLastPoint}
              </Button>
              <Button small icon="plus" disabled={clicked.length === 0} onClick={() => setClicked([])}>
                {t.drawAgain}
              </Button>
            </>
          )
        }
      </DrawMap>
    </div>
  );
}

/** Project a geometry of the form to the spatial reference of a map; an empty array for an empty geometry. */
function shapesForMap(value: unknown, reference: SpatialReference): Value<'Geometry'>[] {
  const outlines = listOutlines(value as Value<'Geometry'>, reference);
  const isPoints = outlines.every(({ points }) => points.length === 1);
  if (outlines.length === 0) return [];
  if (isPoints)
    return [{ type: 'MultipointN', ...flat, PointArray: outlines.flatMap(({ points }) => points.map(pointAt)) }];
  if (outlines.every(({ isClosed }) => isClosed))
    return [
      {
        type: 'PolygonN',
        ...flat,
        RingArray: outlines.map(({ points }) => ({ type: 'Ring', PointArray: [...points, points[0]!].map(pointAt) })),
      },
    ];
  return [
    {
      type: 'PolylineN',
      ...flat,
      PathArray: outlines.map(({ points }) => ({ type: 'Path', PointArray: points.map(pointAt) })),
    },
  ];
}
