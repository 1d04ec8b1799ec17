/** How one column holds whole locations. */
export type OneColumnForm = 'lat-lon' | 'lon-lat' | 'text' | 'grid' | 'geohash';

/** Where the rows of a table lie: columns by their names. */
export type TableLocation =
  /** Nowhere: it is a table without geometry. */
  | { readonly form: 'none' }
  /** Numbers, or degrees with minutes and seconds. */
  | { readonly form: 'xy'; readonly x: string; readonly y: string }
  /** Two coordinates, well-known text or GeoJSON, MGRS or UTM, geohash. */
  | { readonly form: OneColumnForm; readonly column: string };

/** How the location of a table was found. */
export interface FoundLocation {
  /** What the rows were located by. */
  readonly location: TableLocation;
  /** What may hold the location, where that is not sure; a person decides. */
  readonly offer?: TableLocation;
  /** A coordinate system that the names of the columns say. */
  readonly wkid?: number;
}

/** Locations that a person chose, by the origin of their table. */
export type ChosenLocations = Readonly<Record<string, TableLocation>>;

export const noLocation: TableLocation = { form: 'none' };

/** The names of the columns that a location is read from. */
export const columnsOf = (location: TableLocation): readonly string[] =>
  location.form === 'none' ? [] : location.form === 'xy' ? [location.x, location.y] : [location.column];
