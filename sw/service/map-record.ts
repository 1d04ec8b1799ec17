import type { Value } from '../contract/index.ts';
import type { Extent } from '../geometry/extent.ts';
import {
  isAnyOf,
  isBoolean,
  isInteger,
  isListOf,
  isMatch,
  isNotBelow,
  isShape,
  isString,
  refuse,
} from './checks/check.ts';
import { isDrawing } from './checks/check-drawing.ts';
import { isExtent } from './checks/check-table.ts';
import { isContract } from './checks/check-value.ts';

/** A map composed by a user from layers of one or more services. */
export interface MapRecord extends MapContent {
  /** 8 to 32 lowercase letters and digits. */
  readonly id: string;
  /** 1 for a new map; increases by one with every change. */
  readonly version: number;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

/** The user's choices for a map. */
export interface MapContent {
  readonly title: string;
  readonly description: string;
  readonly reference: Value<'SpatialReference'>;
  /** First view, in the coordinates of `reference`. */
  readonly extent: Extent;
  readonly background: MapBackground;
  /** First on top. */
  readonly layers: readonly MapLayer[];
}

/**
 * The background under the layers: a map of the world, the satellite image, another service, tiles from a URL, or
 * nothing.
 */
interface MapBackground {
  readonly kind: 'world' | 'satellite' | 'service' | 'tiles' | 'none';
  /** For a service: its key, and the name of its map. */
  readonly service?: string;
  readonly map?: string;
  /** For tiles: a URL with {z}, {x} and {y}. */
  readonly url?: string;
  /** For tiles: their attribution. */
  readonly credit?: string;
}

/** A layer of a service as one map shows it. */
export interface MapLayer {
  /** Key of the service; the layer is in its first map. */
  readonly service: string;
  readonly layer: number;
  /** Name of the layer when it was added; identifies it if new data gave it another ID. */
  readonly name: string;
  /** Name of the layer in this map. */
  readonly title: string;
  readonly visible: boolean;
  readonly labels: boolean;
  /** Percent. */
  readonly opacity: number;
  /** A condition on its rows in addition to the author's; empty = none. */
  readonly filter: string;
  /** A style for this map only. */
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
    kind: isAnyOf('world', 'satellite', 'service', 'tiles', 'none'),
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
 * Check the user's choices for a map, and drop all other members.
 *
 * @throws {Fault} `bad-package` with the path (`map.layers[2].opacity`) and the expected and found values
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
  isShape({ id: isMatch(/^[a-z0-9]{8,32}$/, 'an ID'), version: isInteger(1), changedAt: isNotBelow(0) })(value, 'map');
  checkMapContent(value);
  return value as MapRecord;
}

/** Check the background. The page requests its URL, so only http and https are allowed. */
function checkBackground({ kind, url, service, map }: MapBackground): void {
  if (kind === 'service' && !service) refuse('map.background.service', 'a service key', service);
  if (kind === 'service' && !map) refuse('map.background.map', 'a map name', map);
  if (kind !== 'tiles') return;
  const expected = 'an http or https URL with {z}, {x} and {y}';
  if (url === undefined || !['{z}', '{x}', '{y}'].every((part) => url.includes(part)) || !/^https?:\/\/[^/]/.test(url))
    refuse('map.background.url', expected, url);
}
