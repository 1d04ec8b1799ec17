import { texts } from '../../text/text.ts';
import type { LostSetting } from '../import/lost-settings.ts';

type Shape = 'points' | 'lines' | 'polygons' | 'none' | 'raster';
const shapes: Readonly<Record<Shape, string>> = {
  points: 'points',
  lines: 'lines',
  polygons: 'polygons',
  none: 'a table without locations',
  raster: 'a raster',
};
type Use = LostSetting['use'];
const uses: Readonly<Record<Use, (field: string) => string>> = {
  style: (field) => `the style uses ${field}; the layer gets a plain one`,
  labels: (field) => `the labels use ${field} and are removed`,
  filter: (field) => `the filter uses ${field} and is removed; all rows are shown`,
  time: (field) => `the time settings use ${field} and are removed`,
  displayField: (field) => `${field} is the display field; another one is chosen`,
  hyperlink: (field) => `${field} is the link field; the layer then has none`,
  subtypes: (field) => `the subtypes use ${field} and are removed`,
  popup: (field) => `the pop-up shows ${field}, which stays empty`,
  relation: (field) => `a relation uses ${field} and is removed`,
};

export const changeLayerEn = {
  add: 'Add layers',
  addTo: (service: string) => `Add layers to ${service}`,
  replace: 'Replace the data of this layer',
  replaceOf: (layer: string, service: string) => `New data for ${layer} in ${service}`,
  addDetail: 'The layers of the service and their data stay as they are.',
  replaceDetail:
    'The layer keeps its number, name, style and settings as far as the new data allow it. Until the new data are complete, the former stay.',
  back: (service: string) => `Back to ${service}`,
  stepAdd: 'Style and position',
  stepReplace: 'What changes',
  publishAdd: 'Add to the service',
  position: 'Position',
  bottom: 'Below the other layers',
  bottomDetail: 'All layers keep their numbers.',
  top: 'On top of the other layers',
  topDetail: (count: number) =>
    `The numbers of all layers and tables grow by ${count}: adapt apps that ask for layers by number. Saved maps find their layers again; tile caches of single layers are deleted.`,
  tablesMove: (names: string, count: number) => `The numbers of these tables grow by ${count}: ${names}.`,
  include: (name: string) => `Use ${name}`,
  leftOut: 'Not used',
  lost: (layer: string, field: string, use: Use) => `${layer}: ${uses[use](field)}.`,
  chooseOne: (layer: string) => `Choose the one layer that has the new data for ${layer}.`,
  otherShape: (layer: string, before: Shape, fresh: string, now: Shape) =>
    `${layer} has ${shapes[before]}, and ${fresh} has ${shapes[now]}: choose data of the same kind, or add them as a new layer.`,
  wholeService: 'This file is an exported service. Publish it as a new service, or choose files with data.',
  noLayer: (id: string) => `The service has no layer ${id}.`,
  failed: 'The service was not changed',
};

export const changeLayerText = await texts(changeLayerEn, () => import('./change-layer-de.ts'));
