/** Positions of the columns that hold the place of a row. */
export type CoordinateColumns =
  | { readonly wkt: number }
  | { readonly x: number; readonly y: number }
  | { readonly x: number; readonly y: number; readonly projected: true };

/** Pairs of names in the order of trust, lower case with nothing but letters and digits. */
const pairs: readonly { readonly x: readonly string[]; readonly y: readonly string[]; readonly projected?: true }[] = [
  {
    x: [
      'longitude',
      'lon',
      'lng',
      'long',
      'longdd',
      'decimallongitude',
      'longituded',
      'londd',
      'laengengrad',
      'längengrad',
    ],
    y: ['latitude', 'lat', 'latdd', 'decimallatitude', 'latituded', 'breitengrad'],
  },
  {
    x: ['easting', 'eastings', 'rechtswert', 'utmeasting'],
    y: ['northing', 'northings', 'hochwert', 'utmnorthing'],
    projected: true,
  },
  {
    x: ['x', 'xcoord', 'xcoordinate', 'pointx', 'coordx', 'coordsx', 'xcoordinaat'],
    y: ['y', 'ycoord', 'ycoordinate', 'pointy', 'coordy', 'coordsy', 'ycoordinaat'],
  },
  { x: ['east', 'e', 'ost'], y: ['north', 'n', 'nord'], projected: true },
];
const wktNames = ['wkt', 'thegeom', 'geom', 'geometry', 'wktgeom', 'wktgeometry', 'shape'];

/** Find the columns with coordinates by their names; undefined when there are none. */
export function findCoordinates(header: readonly string[]): CoordinateColumns | undefined {
  const plain = header.map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  for (const pair of pairs) {
    const x = plain.findIndex((name) => pair.x.includes(name));
    const y = plain.findIndex((name) => pair.y.includes(name));
    if (x >= 0 && y >= 0) return pair.projected ? { x, y, projected: true } : { x, y };
  }
  const wkt = plain.findIndex((name) => wktNames.includes(name));
  return wkt < 0 ? undefined : { wkt };
}
