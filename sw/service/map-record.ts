import type { Value } from '../contract/index.ts';
import type { Extent } from '../geometry/extent.ts';
import {
  isBoolean,
  isInteger,
  isListOf,
  isMatch,
  isNotBelow,
  isOneOf,
  isShape,
  isString,
  refuse,
} from './checks/check.ts';
import { isDrawing } from './checks/check-drawing.ts';
import { isExtent } from './checks/check-table.ts';
import { isContract } from './checks/check-value.ts';

/** A map that a person composed of layers of one or several services. */
export interface MapRecord extends MapContent {
  /** 8 to 32 lower-case letters and digits. */
  readonly id: string;
  /** 1 for a new map; grows by one with every change. */
  readonly version: number;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

/** What a person chose of a map. */
export interface MapContent {
  readonly title: string;
  readonly description: string;
  readonly reference: Value<'SpatialReference'>;
  /** Of the first view, in the coordinates of `reference`. */
  readonly extent: Extent;
  readonly background: MapBackground;
  /** First on top. */
  readonly layers: readonly MapLayer[];
}

/** What lies under the layers: a map of the world, the satellite image, another service, tiles from an address, or nothing. */
interface MapBackground {
  readonly kind: 'world' | 'satellite' | 'service' | 'tiles' | 'none';
  /** Of a service: its key, and the name of its map. */
  readonly service?: string;
  readonly map?: string;
  /** Of tiles: an address with {z}, {x} and {y}. */
  readonly url?: string;
  /** Of tiles: whose they are. */
  readonly credit?: string;
}

/** A layer of a service as one map shows it. */
export interface MapLayer {
  /** Key of the service; the layer is one of its first map. */
  readonly service: string;
  readonly layer: number;
  /** What it was called when it was added; finds it again where new data gave it another id. */
  readonly name: string;
  /** What it is called here. */
  readonly title: string;
  readonly visible: boolean;
  readonly labels: boolean;
  /** Percent. */
  readonly opacity: number;
  /** A condition on its rows beside that of its author; empty = none. */
  readonly filter: string;
  /** A style of this map alone. */
  readonly drawing?: Value<'FeatureLayerDrawingDescription'>;
  readonly rasterDrawing?: Value<'RasterLayerDrawingDescription'>;
}

export const isMapId = (id: string): boolean => /^[a-z0-9]{8,32}$/.test(id);

const maximumLayers = 200;
const isTitle = isMatch(/^(?=.*\S).{1,200}$/u, 'a title of 1 to 200 characters');

const isContent = isShape({
  title: isTitle,
  description: isString,
  reference: isContract('SpatialReference'),
  extent: isExtent,
  background: isShape({
    kind: isOneOf('world', 'satellite', 'service', 'tiles', 'none'),
    'service?': isString,
    'map?': isString,
    'url?': isString,
    'credit?': isString,
  }),
  layers: isListOf(
    isShape({
      service: isString,
      layer: isInteger(0),
      name: isString,
      title: isTitle,
      visible: isBoolean,
      labels: isBoolean,
      opacity: isInteger(0, 100),
      filter: isString,
      'drawing?': isDrawing,
      'rasterDrawing?': isContract('RasterLayerDrawingDescription'),
    }),
  ),
});

/**
 * Check what a person chose of a map, and leave out what is none of it.
 *
 * @throws {Fault} `bad-package` naming the path (`map.layers[2].opacity`), what was expected and what was found
 */
export function checkMapContent(value: unknown): MapContent {
  isContent(value, 'map');
  const { title, description, reference, extent, background, layers } = value as MapContent;
  if (layers.length > maximumLayers) refuse('map.layers', `at most ${maximumLayers} layers`, layers);
  checkBackground(background);
  return { title: title.trim(), description, reference, extent, background, layers };
}

/** Check a stored map from a backup. @throws {Fault} as `checkMapContent` */
export function checkMapRecord(value: unknown): MapRecord {
  isShape({ id: isMatch(/^[a-z0-9]{8,32}$/, 'an id'), version: isInteger(1), changedAt: isNotBelow(0) })(value, 'map');
  checkMapContent(value);
  return value as MapRecord;
}

/** The address goes into requests of the page: no other scheme may run there. */
function checkBackground({ kind, url, service, map }: MapBackground): void {
  if (kind === 'service' && !service) refuse('map.background.service', 'the key of a service', service);
  if (kind === 'service' && !map) refuse('map.background.map', 'the name of its map', map);
  if (kind !== 'tiles') return;
  const expected = 'an http or https address with {z}, {x} and {y}';
  if (url === undefined || !['{z}', '{x}', '{y}'].every((part) => url.includes(part)) || !/^https?:\/\/[^/]/.test(url))
    refuse('map.background.url', expected, url);
}
