import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js';
import DragBox from 'ol/interaction/DragBox.js';
import Draw from 'ol/interaction/Draw.js';
import type Interaction from 'ol/interaction/Interaction.js';
import type OlMap from 'ol/Map.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { Value } from '../../../sw/contract/index.ts';
import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import type { Measured, Tool } from '../../state/tasks.ts';
import { makePolygon, makePolyline, type Positions } from './drawn-shape.ts';

interface DrawEvents {
  /** Receives a finished box or polygon. */
  onShape(shape: Value<'Geometry'>): void;
  /** Receives the measured line or polygon at each move of the pointer, and with its geometry when it is finished. */
  onMeasure?(measured: Measured): void;
}

/** Return a function that changes the tool for drags and clicks. */
export function drawTools(
  map: OlMap,
  { onShape, onMeasure }: DrawEvents,
): (tool: Tool, reference: SpatialReference | undefined) => void {
  let current: Interaction | undefined;
  return (tool, reference) => {
    if (current) map.removeInteraction(current);
    if (tool === 'point') current = undefined;
    else if (tool === 'box') current = dragBox((ring) => onShape(makePolygon(ring, reference)));
    else if (tool === 'polygon') current = drawing('Polygon', (ring) => onShape(makePolygon(ring, reference)));
    else {
      const makeShape = tool === 'area' ? makePolygon : makePolyline;
      current = drawing(
        tool === 'area' ? 'Polygon' : 'LineString',
        (positions) => onMeasure?.({ positions, shape: makeShape(positions, reference) }),
        (positions) => onMeasure?.({ positions }),
      );
    }
    if (current) map.addInteraction(current);
    // A double-click that finishes a geometry would also zoom: it is handled in the same task, after the tool has
    // changed.
    setTimeout(() => {
      for (const interaction of map.getInteractions().getArray())
        if (interaction instanceof DoubleClickZoom) interaction.setActive(current === undefined);
    });
  };
}

function drawing(
  type: 'Polygon' | 'LineString',
  finish: (positions: Positions) => void,
  sketch?: (positions: Positions) => void,
): Interaction {
  const draw = new Draw({ type, style: drawingStyle });
  const readPositions = (geometry: unknown): Positions => {
    const coordinates = (geometry as { getCoordinates(): unknown }).getCoordinates();
    return (type === 'Polygon' ? (coordinates as Positions[])[0]! : coordinates) as Positions;
  };
  draw.on('drawstart', ({ feature }) => {
    const geometry = feature.getGeometry();
    if (sketch) geometry?.on('change', () => sketch(readPositions(geometry)));
  });
  draw.on('drawend', ({ feature }) => finish(readPositions(feature.getGeometry())));
  return draw;
}

function dragBox(finish: (ring: Positions) => void): Interaction {
  const box = new DragBox({ className: 'map-drag-box' });
  box.on('boxend', () => finish((box.getGeometry().getCoordinates()[0] ?? []) as unknown as Positions));
  return box;
}

const drawingStyle = [
  new Style({ stroke: new Stroke({ color: 'rgba(255,255,255,0.9)', width: 5 }) }),
  new Style({
    stroke: new Stroke({ color: '#0a7f6c', width: 2, lineDash: [7, 5] }),
    fill: new Fill({ color: 'rgba(12,140,118,0.12)' }),
  }),
];
