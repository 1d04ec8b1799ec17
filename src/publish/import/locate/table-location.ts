/** Formats of a whole location in one column. */
export type OneColumnForm = 'lat-lon' | 'lon-lat' | 'text' | 'grid' | 'geohash';

/** Location of a table's rows, by column names. */
export type TableLocation =
  /** A table without geometry. */
  | { readonly form: 'none' }
  /** Numbers, or degrees with minutes and seconds. */
  | { readonly form: 'xy'; readonly x: string; readonly y: string }
  /** Two coordinates, well-known text or GeoJSON, MGRS or UTM, geohash. */
  | { readonly form: OneColumnForm; readonly column: string };

/** The detected location of a table. */
export interface FoundLocation {
  /** The location in use. */
  readonly location: TableLocation;
  /** A possible location, if it is uncertain; the user decides. */
  readonly offer?: TableLocation;
  /** The coordinate system named by the columns. */
  readonly wkid?: number;
}

/** Locations chosen by the user, by the origin of the table. */
export type ChosenLocations = Readonly<Record<string, TableLocation>>;

export const noLocation: TableLocation = { form: 'none' };

/** Return the names of the columns that a location is read from. */
export const locationColumns = (location: TableLocation): readonly string[] =>
  location.form === 'none' ? [] : location.form === 'xy' ? [location.x, location.y] : [location.column];
