import type { SheetRequest } from '../../../sw/extensions/print/layout-request.ts';
import { referenceFromWkid, type SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import { referenceFor, suitsMercator } from '../../state/references.ts';
import { shownReference } from '../../state/requested.ts';
import { mapInfo } from '../../state/services.ts';
import { type ProjectionChoice, view } from '../../state/view.ts';

/** Paper sizes in millimeters, in portrait orientation. */
const papers = {
  a5: [148, 210],
  a4: [210, 297],
  a3: [297, 420],
  a2: [420, 594],
  letter: [215.9, 279.4],
  legal: [215.9, 355.6],
  tabloid: [279.4, 431.8],
} as const;

/** Settings chosen by the user, without those derived from the page and the map. */
export interface PrintSettings extends Omit<SheetRequest, 'units' | 'notes' | 'texts'> {
  readonly paper: keyof typeof papers;
  readonly isUpright: boolean;
  readonly dpi: number;
  readonly projection: ProjectionChoice;
}

export const resolutions = [96, 150, 200, 300] as const;

/** Return the width and height of the paper in its orientation. */
export function paperSize({ paper, isUpright }: PrintSettings): readonly [widthMm: number, heightMm: number] {
  const [narrow, long] = papers[paper];
  return isUpright ? [narrow, long] : [long, narrow];
}

/** Half the circumference of the earth. */
const maxWidthM = 2e7;

/**
 * Return the spatial reference of a layout. By default it is the reference of the view, or Web Mercator if the view is
 * geographic and shows a smaller area.
 */
export function layoutReference(settings: PrintSettings): SpatialReference | undefined {
  const [info, reference, shown] = [mapInfo.peek(), shownReference.peek(), view.peek()];
  if (!info || !reference || !shown) return undefined;
  if (settings.projection !== 'auto') return referenceFor(settings.projection, info);
  const [xmin, ymin, xmax, ymax] = shown.extent;
  const { scale } = settings;
  // At a fixed scale the extent depends on the paper and has the same center.
  const [x, y] = [(xmin + xmax) / 2, (ymin + ymax) / 2];
  const isLocal = scale !== undefined && scale * (paperSize(settings)[0] / 1000) < maxWidthM;
  const extent = scale === undefined ? shown.extent : isLocal ? ([x, y, x, y] as const) : undefined;
  return extent && suitsMercator(extent, reference) ? referenceFromWkid(3857) : reference;
}

const storageKey = 'soapstone-print';
const rememberedMaps = 50;

type Remembered = Readonly<Record<string, Partial<PrintSettings>>>;

function readRemembered(): Remembered {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Remembered) : {};
  } catch {
    return {};
  }
}

/** Return the last settings for a map, or the defaults if there are none. */
export function settingsFor(key: string, title: string): PrintSettings {
  const standard: PrintSettings = {
    paper: /^en-(US|CA)\b/.test(navigator.language) ? 'letter' : 'a4',
    isUpright: false,
    title,
    text: '',
    legend: true,
    scaleBar: true,
    north: true,
    credits: true,
    grid: 'none',
    dpi: 200,
    projection: 'auto',
  };
  const settings = { ...standard, ...readRemembered()[key] };
  return Object.hasOwn(papers, settings.paper) ? settings : standard;
}

/** Store the settings of a map in this browser. */
export function rememberSettings(key: string, settings: PrintSettings): void {
  const { [key]: _, ...others } = readRemembered();
  const entries = [...Object.entries(others).slice(1 - rememberedMaps), [key, settings] as const];
  try {
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Without storage, the settings are lost when the dialog closes.
  }
}
