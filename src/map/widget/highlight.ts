import Feature from 'ol/Feature.js';
import type OlGeometry from 'ol/geom/Geometry.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import Polygon, { fromExtent } from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { Value } from '../../../sw/contract/index.ts';

/** Create the layer that marks features over the image. A light halo under a dark line is visible on any color. */
export function highlightLayer(): VectorLayer {
  const halo = new Stroke({ color: 'rgba(255,255,255,0.95)', width: 6 });
  const line = new Stroke({ color: '#0a7f6c', width: 2.5 });
  const fill = new Fill({ color: 'rgba(12,140,118,0.16)' });
  return new VectorLayer({
    source: new VectorSource(),
    updateWhileAnimating: true,
    updateWhileInteracting: true,
    style: [
      new Style({ stroke: halo, image: new CircleStyle({ radius: 10, stroke: halo }) }),
      new Style({ stroke: line, fill, image: new CircleStyle({ radius: 10, stroke: line, fill }) }),
    ],
  });
}

/** Create the layer for the geometry of a query. */
export function questionLayer(): VectorLayer {
  const halo = new Stroke({ color: 'rgba(255,255,255,0.9)', width: 4 });
  const line = new Stroke({ color: '#a24a17', width: 2, lineDash: [8, 5] });
  const fill = new Fill({ color: 'rgba(162,74,23,0.08)' });
  return new VectorLayer({
    source: new VectorSource(),
    updateWhileAnimating: true,
    updateWhileInteracting: true,
    style: [new Style({ stroke: halo }), new Style({ stroke: line, fill })],
  });
}

/** Create the layer of outlines for content that isn't drawn, fainter than anything else. */
export function outlineLayer(): VectorLayer {
  return new VectorLayer({
    source: new VectorSource(),
    updateWhileAnimating: true,
    updateWhileInteracting: true,
    // Visible on light and dark maps.
    style: new Style({ stroke: new Stroke({ color: 'rgba(115,138,150,0.75)', width: 1, lineDash: [4, 3] }) }),
  });
}

/** Replace the outlines by rings of flat x and y. */
export function outline(layer: VectorLayer, rings: readonly (readonly number[])[]): void {
  const source = layer.getSource();
  source?.clear();
  source?.addFeatures(rings.map((ring) => new Feature(new Polygon([...ring], 'XY', [ring.length]))));
}

/** Replace the marked geometries. */
export function highlight(layer: VectorLayer, shapes: readonly Value<'Geometry'>[]): void {
  const source = layer.getSource();
  source?.clear();
  for (const shape of shapes) {
    const geometry = toOlGeometry(shape);
    if (geometry) source?.addFeature(new Feature(geometry));
  }
}

const blinkMs = 170;
const blinks = 6;

/** Let geometries blink a few times. With reduced motion they are shown once, for the same time. */
export function blink(layer: VectorLayer, shapes: readonly Value<'Geometry'>[]): void {
  highlight(layer, shapes);
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  for (let turn = 0; turn <= blinks; turn++)
    setTimeout(() => {
      if (turn === blinks) layer.getSource()?.clear();
      else if (!isCalm) layer.setOpacity(turn % 2 === 0 ? 1 : 0.15);
    }, turn * blinkMs);
}

function toOlGeometry(shape: Value<'Geometry'>): OlGeometry | undefined {
  switch (shape.type) {
    case 'PointN':
      return new MultiPoint([[shape.X, shape.Y]]);
    case 'MultipointN':
      return new MultiPoint(positions(shape.PointArray));
    case 'PolylineN':
      return new MultiLineString(shape.PathArray.map((path) => positions(path.PointArray)));
    case 'EnvelopeN':
      return fromExtent([shape.XMin, shape.YMin, shape.XMax, shape.YMax]);
    case 'PolygonN':
      // The viewer reverses every ring after the first and fills by winding. So one polygon can have all parts and
      // holes.
      return new Polygon(shape.RingArray.map((ring) => positions(ring.PointArray)));
    default:
      return undefined;
  }
}

const positions = (points: Value<'ArrayOfPoint'> | undefined): number[][] =>
  (points ?? []).flatMap((point) => (point.type === 'PointN' ? [[point.X, point.Y]] : []));
