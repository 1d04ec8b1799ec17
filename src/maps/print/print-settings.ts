import type { SheetRequest } from '../../../sw/service/layout-request.ts';

/** Sizes of paper in millimetres, held upright. */
const papers = {
  a5: [148, 210],
  a4: [210, 297],
  a3: [297, 420],
  a2: [420, 594],
  letter: [215.9, 279.4],
  legal: [215.9, 355.6],
  tabloid: [279.4, 431.8],
} as const;

/** What a person chooses: of the sheet all but what follows from the page and the map. */
export interface PrintSettings extends Omit<SheetRequest, 'units' | 'notes' | 'texts'> {
  readonly paper: keyof typeof papers;
  readonly isUpright: boolean;
  readonly dpi: number;
}

export const resolutions = [96, 150, 200, 300] as const;

/** Width and height in millimetres, as the paper is turned. */
export function paperSize({ paper, isUpright }: PrintSettings): readonly [widthMm: number, heightMm: number] {
  const [narrow, long] = papers[paper];
  return isUpright ? [narrow, long] : [long, narrow];
}

const storageKey = 'soapstone-print';
const rememberedMaps = 50;

type Remembered = Readonly<Record<string, Partial<PrintSettings>>>;

function remembered(): Remembered {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Remembered) : {};
  } catch {
    return {};
  }
}

/** The settings that were used last for a map, else what suits most. */
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
  };
  const settings = { ...standard, ...remembered()[key] };
  return Object.hasOwn(papers, settings.paper) ? settings : standard;
}

/** Remember the settings of a map in this browser. */
export function rememberSettings(key: string, settings: PrintSettings): void {
  const { [key]: _, ...others } = remembered();
  const entries = [...Object.entries(others).slice(1 - rememberedMaps), [key, settings] as const];
  try {
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // They last as long as the dialog.
  }
}
