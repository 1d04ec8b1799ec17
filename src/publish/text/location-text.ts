import { texts } from '../../text/text.ts';

export const locationEn = {
  title: 'Location of the rows',
  form: 'The location is in',
  forms: {
    none: 'no column: publish as a table',
    xy: 'two columns',
    'lat-lon': 'one column: latitude, longitude',
    'lon-lat': 'one column: longitude, latitude',
    text: 'one column: WKT or GeoJSON',
    grid: 'one column: MGRS or UTM',
    geohash: 'one column: geohash',
  },
  x: 'X, longitude, easting',
  y: 'Y, latitude, northing',
  column: 'Column',
  swap: 'Swap X and Y',
  isTable:
    'No coordinates were recognised: this becomes a table, without a place on the map. If columns hold locations, choose them.',
  asTable: 'This becomes a table, without a place on the map.',
  offer: (columns: string) => `The columns ${columns} may hold coordinates. Use them if the map shows the right place.`,
  use: 'Use these columns',
  byFormat: 'As the format prescribes',
  drawing: {
    applies: 'The choice applies to all layers of this drawing.',
    follows: (layer: string) => `as chosen for “${layer}” of the same drawing`,
    another: 'Choose another',
    same: (layer: string) => `As for “${layer}”`,
  },
  unread: (count: number) => (count === 1 ? '1 file could not be read:' : `${count} files could not be read:`),
  moreUnread: (count: number) => `and ${count} more.`,
};

export const locationText = await texts(locationEn, () => import('./location-de.ts'));
