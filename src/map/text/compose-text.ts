import { byHost } from '../../text/by-host.ts';
import { texts } from '../../text/text.ts';

/** Texts for composed maps. */
export const composeEn = {
  save: 'Save as map',
  saveTitle: 'Save as a map of your own',
  saveDetail:
    'A map stores its layers with their order, filters and styles, and its background. You can add layers of other services. The data stay in their services.',
  titleField: 'Title',
  saved: (title: string) => `The map “${title}” was saved`,
  failed: 'The map could not be saved',
  mine: 'My maps',
  data: 'Map services',
  count: (count: number) => (count === 1 ? '1 layer' : `${count} layers`),
  menu: (title: string) => `More for the map ${title}`,
  rename: 'Rename',
  renameTitle: 'Rename the map',
  duplicate: 'Duplicate',
  copyOf: (title: string) => `${title} (copy)`,
  saveView: 'Start with this view',
  viewSaved: 'The map now opens with this view',
  copyLink: 'Copy link',
  remove: 'Delete map',
  removed: (title: string) => `The map “${title}” was deleted. Its data stay.`,
  unknown: 'There is no such map',
  unknownDetail: `It may have been deleted, or the link comes from another ${byHost('browser', 'server')}.`,

  addLayers: 'Add layers',
  addTitle: 'Add layers to the map',
  addDetail: 'Choose layers of your services. They are added on top.',
  add: (count: number) => (count === 1 ? 'Add 1 layer' : `Add ${count} layers`),
  addToNew: 'They are added to a new map, which you can rename.',
  noLayers: 'This service has no layers.',
  move: (name: string, position: number, count: number) =>
    `Move ${name}, ${position} of ${count}. Drag it, or press arrow up or down`,
  moved: (name: string, position: number) => `${name} is now layer ${position}`,
  settingsOf: (name: string) => `Opacity and filter of ${name}`,
  opacity: 'Opacity',
  percent: (percent: string) => `${percent} %`,
  filter: 'Filter',
  filterHint: 'For example: POPULATION > 100000',
  apply: 'Apply',
  clearFilter: 'Remove filter',
  filtered: (filter: string) => `Only ${filter}`,
  gone: 'Its service was deleted',

  background: 'Background',
  backgrounds: {
    world: 'World',
    satellite: 'Satellite image',
    service: 'One of your services…',
    tiles: 'Tiles from an address…',
    none: 'None',
  },
  serviceTitle: 'Service as background',
  serviceDetail:
    'The service is drawn under the layers, in every projection and without a network. A PMTiles or MBTiles file becomes a service when you publish it.',
  service: 'Service',
  useService: 'Use this service',
  ownBackground: 'This map has its own background.',
  tilesTitle: 'Tiles as background',
  tilesDetail:
    'The tiles are requested from this address whenever the map is shown and there is a network. Its provider sees which places you view.',
  tilesUrl: 'Address with {z}, {x} and {y}',
  tilesWrong: 'Enter an http or https address that contains {z}, {x} and {y}.',
  tilesCredit: 'Credit line',
  tilesProjection: 'Tiles are shown in Web Mercator only.',
  use: 'Use these tiles',

  zoomIn: 'Zoom in to see it',
  zoomOut: 'Zoom out to see it',
  outsideView: 'Outside the view. Zoom to it',

  whatNow: 'What now?',
  nowStyle: 'Change its style',
  nowTable: 'Open its table',
  nowShare: 'Copy link to the map',
  nowAddresses: 'Addresses for SOAP and REST clients',
};

export const composeText = await texts(composeEn, () => import('./compose-de.ts'));
