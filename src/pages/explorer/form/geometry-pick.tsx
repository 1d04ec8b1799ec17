import { useState } from 'preact/hooks';
import type { Extent } from '../../../../sw/geometry/extent.ts';
import type { StructPlan } from '../../../../sw/soap/plan.ts';
import { Button } from '../../../parts/button.tsx';
import { envelopeOf } from '../../../state/references.ts';
import { explorerText as t } from '../../../text/explorer-text.ts';
import { MiniMap } from '../mini-map.tsx';
import { useForm } from './form-context.ts';

const families: ReadonlySet<string> = new Set(['Geometry', 'Envelope', 'Point', 'Multipoint', 'Polyline', 'Polygon']);

/** True for values that can be taken from the map. */
export const isGeometry = (plan: StructPlan): boolean => families.has(plan.name);

/** Take a geometry from what the map shows, or draw it on a small one: a drag makes a rectangle, a click a point. */
export function GeometryPick(props: {
  plan: StructPlan;
  own: StructPlan;
  label: string;
  onChange: (value: Record<string, unknown>) => void;
}) {
  const { plan, own, label, onChange } = props;
  const { facts, viewExtent } = useForm();
  const [isDrawing, setDrawing] = useState(false);
  const put = (extent: Extent) => onChange(shapeOf(plan, own, extent, facts.reference));
  return (
    <div class="geometry-pick">
      <Button small icon="map" disabled={!viewExtent} onClick={() => viewExtent && put(viewExtent)}>
        {t.fromView}
      </Button>
      <Button small icon="polygon" aria-expanded={isDrawing} onClick={() => setDrawing(!isDrawing)}>
        {t.draw}
      </Button>
      {isDrawing && <MiniMap shapes={[]} name={t.drawOn(label)} onDraw={put} />}
    </div>
  );
}

/** Make the shape that a field takes from a rectangle; one without size is a point. */
function shapeOf(
  plan: StructPlan,
  own: StructPlan,
  extent: Extent,
  reference: Parameters<typeof envelopeOf>[1],
): Record<string, unknown> {
  const [xmin, ymin, xmax, ymax] = extent;
  const at = (X: number, Y: number) => ({ type: 'PointN', X, Y });
  const center = at((xmin + xmax) / 2, (ymin + ymax) / 2);
  const wanted = plan.name === 'Geometry' ? own.name : `${plan.name}N`;
  const isPoint = xmin === xmax || ymin === ymax;
  const also = { ...(reference && { SpatialReference: reference }) };
  const flat = { HasID: false, HasZ: false, HasM: false };
  const kind =
    plan.name === 'Geometry' && isPoint
      ? 'PointN'
      : plan.name === 'Geometry' && wanted === 'PointN'
        ? 'EnvelopeN'
        : wanted;
  const ring = [at(xmin, ymax), at(xmax, ymax), at(xmax, ymin), at(xmin, ymin), at(xmin, ymax)];
  switch (kind) {
    case 'PointN':
      return { ...center, ...also };
    case 'MultipointN':
      return { type: kind, ...flat, PointArray: [center], ...also };
    case 'PolylineN':
      return {
        type: kind,
        ...flat,
        PathArray: [{ type: 'Path', PointArray: [at(xmin, ymin), at(xmax, ymax)] }],
        ...also,
      };
    case 'PolygonN':
      return { type: kind, ...flat, RingArray: [{ type: 'Ring', PointArray: ring }], ...also };
    default:
      return { ...envelopeOf(extent, reference) };
  }
}
