import type { Value } from '../../contract/index.ts';
import type { GeoPlacement } from '../../draw/image/geo-tags.ts';
import { isGeographic, wkidOf } from '../../geometry/spatial-reference.ts';
import { type MapView, viewMatrix } from '../../geometry/view.ts';

/** Say where a map lies on the earth, for formats that can hold it: the display transformation the other way round. */
export function geoPlacement(view: MapView, reference: Value<'SpatialReference'>): GeoPlacement {
  const { a, b, c, d, e, f } = viewMatrix(view);
  const determinant = a * d - b * c;
  const inverse = [d, -b, -c, a].map((number) => number / determinant) as [number, number, number, number];
  const epsgCode = wkidOf(reference);
  const text = 'WKT' in reference ? reference.WKT : undefined;
  return {
    mapFromPixel: [
      // A turn of nothing leaves a minus sign before the zero.
      ...(inverse.map((number) => number + 0) as typeof inverse),
      -(inverse[0] * e + inverse[2] * f),
      -(inverse[1] * e + inverse[3] * f),
    ],
    epsgCode,
    isGeographic: isGeographic(reference),
    citation: text ?? (epsgCode === undefined ? 'unknown' : `EPSG:${epsgCode}`),
  };
}
