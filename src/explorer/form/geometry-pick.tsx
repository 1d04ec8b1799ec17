import { useState } from 'preact/hooks';
import type { StructPlan } from '../../../sw/soap/plan.ts';
import { Button } from '../../parts/button.tsx';
import { referenceFor } from '../../state/references.ts';
import { explorerText as t } from '../text/explorer-text.ts';
import { DrawMap } from './draw-map.tsx';
import { type ShapeKind, shapeOfExtent } from './drawn-shape.ts';
import { useForm } from './form-context.ts';

const families: ReadonlySet<string> = new Set(['Geometry', 'Envelope', 'Point', 'Multipoint', 'Polyline', 'Polygon']);
const kinds: readonly ShapeKind[] = ['PointN', 'MultipointN', 'PolylineN', 'PolygonN', 'EnvelopeN'];

/** True for values that the map can supply. */
export const isGeometry = (plan: StructPlan): boolean => families.has(plan.name);

/** Use the extent of the map page as a geometry, or draw one on a map of the service. */
export function GeometryPick(props: {
  plan: StructPlan;
  own: StructPlan;
  label: string;
  value: unknown;
  onChange: (value: Record<string, unknown>) => void;
}) {
  const { plan, own, label, value, onChange } = props;
  const { facts, viewExtent } = useForm();
  const [isDrawing, setDrawing] = useState(false);
  const kind = kinds.find((one) => one === own.name || one === `${plan.name}N`) ?? 'EnvelopeN';
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
      {isDrawing && (
        <DrawMap
          kind={kind}
          value={value}
          label={label}
          info={facts.info}
          reference={referenceFor('map', facts.info)}
          onDraw={onChange}
        />
      )}
    </div>
  );
}
