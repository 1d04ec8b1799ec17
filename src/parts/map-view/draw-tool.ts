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
import type { Tool } from '../../state/tasks.ts';

/** Make the function that changes what a drag or a click does; `onShape` gets each finished shape. */
export function drawTools(
  map: OlMap,
  onShape: (shape: Value<'Geometry'>) => void,
): (tool: Tool, reference: SpatialReference | undefined) => void {
  let current: Interaction | undefined;
  return (tool, reference) => {
    if (current) map.removeInteraction(current);
    current = tool === 'point' ? undefined : interactionFor(tool, (ring) => onShape(areaOf(ring, reference)));
    if (current) map.addInteraction(current);
    // The double-click that ends an area would zoom as well.
    for (const one of map.getInteractions().getArray())
      if (one instanceof DoubleClickZoom) one.setActive(tool === 'point');
  };
}

function interactionFor(tool: 'box' | 'polygon', finish: (ring: number[][]) => void): Interaction {
  if (tool === 'polygon') {
    const draw = new Draw({ type: 'Polygon', style: drawingStyle });
    draw.on('drawend', ({ feature }) => {
      const geometry = feature.getGeometry() as unknown as { getCoordinates(): number[][][] };
      finish(geometry.getCoordinates()[0] ?? []);
    });
    return draw;
  }
  const box = new DragBox({ className: 'map-drag-box' });
  box.on('boxend', () => finish(box.getGeometry().getCoordinates()[0] ?? []));
  return box;
}

const drawingStyle = [
  new Style({ stroke: new Stroke({ color: 'rgba(255,255,255,0.9)', width: 5 }) }),
  new Style({
    stroke: new Stroke({ color: '#0a7f6c', width: 2, lineDash: [7, 5] }),
    fill: new Fill({ color: 'rgba(12,140,118,0.12)' }),
  }),
];

/** Outer rings run clockwise on the wire. */
function areaOf(ring: readonly number[][], reference: SpatialReference | undefined): Value<'PolygonN'> {
  let twiceArea = 0;
  for (let i = 1; i < ring.length; i++) twiceArea += ring[i - 1]![0]! * ring[i]![1]! - ring[i]![0]! * ring[i - 1]![1]!;
  const clockwise = twiceArea > 0 ? ring.toReversed() : ring;
  return {
    type: 'PolygonN',
    HasID: false,
    HasZ: false,
    HasM: false,
    RingArray: [{ type: 'Ring', PointArray: clockwise.map(([X, Y]) => ({ type: 'PointN', X: X!, Y: Y! })) }],
    SpatialReference: reference,
  };
}
