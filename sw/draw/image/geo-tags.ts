import type { Tag } from './tiff-tags.ts';

export interface GeoPlacement {
  /** [a, b, c, d, e, f]: map X = a x + c y + e and map Y = b x + d y + f, for pixel corners x, y with y down. */
  readonly mapFromPixel: readonly [number, number, number, number, number, number];
  /** EPSG code of the spatial reference; undefined if it has none. */
  readonly epsgCode?: number;
  readonly isGeographic: boolean;
  /** Name or WKT of the spatial reference. */
  readonly citation: string;
}

/** GeoTIFF code for a user-defined reference, which the citation describes. */
const userDefined = 32767;

/**
 * Make the GeoTIFF fields of an image (OGC GeoTIFF 1.1): the spatial reference by its EPSG code, with pixel scale and
 * tie point, or the transformation matrix for a rotated map.
 */
export function geoTags({ mapFromPixel, epsgCode, isGeographic, citation }: GeoPlacement): Tag[] {
  const [a, b, c, d, e, f] = mapFromPixel;
  const isTurned = b !== 0 || c !== 0;
  const code = epsgCode !== undefined && epsgCode < userDefined ? epsgCode : userDefined;
  const text = [...`${citation.replaceAll('|', '/')}|`].map((letter) => {
    const number = letter.codePointAt(0)!;
    return number < 128 ? number : 63;
  });
  const keys = [
    // Version 1.1.1 with four keys. Each key is: ID, tag of its value (0 = here), number of values, value.
    [1, 1, 1, 4],
    [1024, 0, 1, isGeographic ? 2 : 1],
    [1025, 0, 1, 1],
    [1026, 34737, text.length, 0],
    [isGeographic ? 2048 : 3072, 0, 1, code],
  ];
  return [
    ...(isTurned
      ? []
      : ([
          { id: 33550, kind: 'double', values: [a, -d, 0] },
          { id: 33922, kind: 'double', values: [0, 0, 0, e, f, 0] },
        ] as const)),
    ...(isTurned
      ? [{ id: 34264, kind: 'double', values: [a, c, 0, e, b, d, 0, f, 0, 0, 0, 0, 0, 0, 0, 1] } as const]
      : []),
    { id: 34735, kind: 'short', values: keys.flat() },
    { id: 34737, kind: 'ascii', values: [...text, 0] },
  ];
}
