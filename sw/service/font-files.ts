export interface FontFile {
  readonly family: string;
  readonly weight: number;
  readonly style: 'normal' | 'italic';
  /** Path relative to the app's base. */
  readonly file: string;
  readonly unicodeRange: string;
}

/** Source Sans 3 (SIL Open Font License 1.1): narrow, open letters that stay legible at label sizes. */
export const shippedFamily = 'Source Sans 3';

const ranges = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  greek: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  vietnamese:
    'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
} as const;

function files(weight: number, style: 'normal' | 'italic', scripts: readonly (keyof typeof ranges)[]): FontFile[] {
  return scripts.map((script) => ({
    family: shippedFamily,
    weight,
    style,
    file: `fonts/source-sans-3-${script}-${weight}-${style}.woff2`,
    unicodeRange: ranges[script],
  }));
}

/** Load these files before the first drawing, so that the same request gives the same pixels on every machine. */
export const fontFiles: readonly FontFile[] = [
  ...files(400, 'normal', ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese']),
  ...files(700, 'normal', ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese']),
  ...files(400, 'italic', ['latin', 'latin-ext']),
];
