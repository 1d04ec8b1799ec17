import type { Value } from '../../contract/index.ts';
import type { GeoPlacement } from '../../draw/image/geo-tags.ts';
import { getWkid, isGeographic } from '../../geometry/spatial-reference.ts';
import { type MapView, viewMatrix } from '../../geometry/view.ts';

/** Georeference a map image by the inverse of its display transformation. */
export function geoPlacement(view: MapView, reference: Value<'SpatialReference'>): GeoPlacement {
  const { a, b, c, d, e, f } = viewMatrix(view);
  const determinant = a * d - b * c;
  const inverse = [d, -b, -c, a].map((number) => number / determinant) as [number, number, number, number];
  const epsgCode = getWkid(reference);
  const text = 'WKT' in reference ? reference.WKT : undefined;
  return {
    mapFromPixel: [
      // Turns -0 into 0.
      ...(inverse.map((number) => number + 0) as typeof inverse),
      -(inverse[0] * e + inverse[2] * f),
      -(inverse[1] * e + inverse[3] * f),
    ],
    epsgCode,
    isGeographic: isGeographic(reference),
    citation: text ?? (epsgCode === undefined ? 'unknown' : `EPSG:${epsgCode}`),
  };
}
