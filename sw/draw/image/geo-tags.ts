import type { Tag } from './tiff-tags.ts';

export interface GeoPlacement {
  /** [a, b, c, d, e, f]: map X = a x + c y + e, map Y = b x + d y + f, for pixel corners x, y, y downwards. */
  readonly mapFromPixel: readonly [number, number, number, number, number, number];
  /** EPSG code of the reference; absent where it has none. */
  readonly epsgCode?: number;
  readonly isGeographic: boolean;
  /** Name or well-known text of the reference. */
  readonly citation: string;
}

/** GeoTIFF code for a definition given elsewhere, here by the citation. */
const userDefined = 32767;

/**
 * Make the GeoTIFF fields of an image (OGC GeoTIFF 1.1): scale and tie point, or the whole matrix for a rotated map,
 * and the reference by its EPSG code.
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
    // Version 1.1.1 with four keys; each is id, tag of its value (0 = here), number of values, value.
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
