import type { MapLayout } from '../../contract/admin/map-layout.ts';
import {
  isAnyOf,
  isBoolean,
  isListOf,
  isNumber,
  isRecordOf,
  isShape,
  isString,
  refuse,
} from '../../service/checks/check.ts';
import { isExtent } from '../../service/checks/check-table.ts';
import { isContract } from '../../service/checks/check-value.ts';

/** A map on a sheet of paper, or filling an image. */
export interface LayoutRequest extends MapLayout {
  /** Absent if the map fills the sheet, with the credits inside. */
  readonly sheet?: SheetRequest;
}

/** The elements around a map on a sheet. */
export interface SheetRequest {
  readonly title: string;
  /** Text below the title; empty for none. */
  readonly text: string;
  readonly legend: boolean;
  readonly scaleBar: boolean;
  readonly north: boolean;
  readonly credits: boolean;
  readonly grid: 'none' | 'degrees' | 'units';
  /** Scale denominator at the center of the map. If absent, the map shows `extent`. */
  readonly scale?: number;
  readonly units: 'metric' | 'imperial';
  /** Text below a layer's name in the legend, by layer ID: the user's filter. */
  readonly notes: Readonly<Record<string, string>>;
  /** In the language of the page. `more` has the placeholder `{count}`. */
  readonly texts: { readonly legend: string; readonly more: string };
}

const isBetween =
  (minimum: number, maximum: number) =>
  (value: unknown, path: string): void => {
    if (!(typeof value === 'number' && value >= minimum && value <= maximum))
      refuse(path, `a number from ${minimum} to ${maximum}`, value);
  };

const isLayout = isShape({
  format: isContract('gisImageFormat'),
  dpi: isBetween(10, 1200),
  widthMm: isBetween(1, 2000),
  heightMm: isBetween(1, 2000),
  'sheet?': isShape({
    title: isString,
    text: isString,
    legend: isBoolean,
    scaleBar: isBoolean,
    north: isBoolean,
    credits: isBoolean,
    grid: isAnyOf('none', 'degrees', 'units'),
    'scale?': isBetween(1, 1e10),
    units: isAnyOf('metric', 'imperial'),
    notes: isRecordOf(isString),
    texts: isShape({ legend: isString, more: isString }),
  }),
  maps: isListOf(isShape({ service: isString, description: isContract('MapDescription') })),
  'tiles?': isShape({ url: isString, credit: isString }),
  extent: isExtent,
  'shownWidthPx?': isBetween(1, 1e5),
  rotationDeg: isNumber,
  reference: isContract('SpatialReference'),
  locale: isString,
});

const maximumMaps = 4;
const maximumLetters = 2000;
/** Maximum pixels of a sheet. A2 at 300 dpi has 35 million. */
const maximumPixels = 40e6;

/**
 * Check a layout.
 *
 * @throws {Fault} `bad-package` naming the path (`layout.sheet.grid`), the expected value and the value found
 */
export function checkLayout(value: unknown): LayoutRequest {
  isLayout(value, 'layout');
  const layout = value as LayoutRequest;
  const { format, dpi, widthMm, heightMm, maps, sheet, tiles, locale } = layout;
  if ((format as string) === 'gisImageNone') refuse('layout.format', 'an image format', format);
  if (maps.length < 1 || maps.length > maximumMaps) refuse('layout.maps', `1 to ${maximumMaps} maps`, maps);
  const pixels = Math.round((widthMm * heightMm * dpi ** 2) / 25.4 ** 2);
  if (pixels > maximumPixels) refuse('layout.dpi', `at most ${maximumPixels} pixels in total`, pixels);
  for (const name of ['title', 'text'] as const)
    if ((sheet?.[name].length ?? 0) > maximumLetters)
      refuse(`layout.sheet.${name}`, `at most ${maximumLetters} characters`, sheet![name]);
  if (tiles && !/^https?:\/\/[^/]/.test(tiles.url)) refuse('layout.tiles.url', 'an http or https URL', tiles.url);
  try {
    Intl.getCanonicalLocales(locale);
  } catch {
    refuse('layout.locale', 'a language tag', locale);
  }
  return layout;
}
