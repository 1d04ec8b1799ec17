import type { Value } from '../../contract/index.ts';
import type { GeoPlacement } from './geo-tags.ts';

export interface EncodedImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: string;
}

export interface EncodeOptions {
  /**
   * Pixels of exactly this colour become transparent; PNG24 names it, JPG ignores it. In vector formats areas that
   * fill the whole picture in that colour are left out.
   */
  readonly transparentColor?: Value<'Color'>;
  /** Resolution of the picture, 96 when absent. */
  readonly dotsPerInch?: number;
  /** Where a map lies; formats that can say it do. */
  readonly geo?: GeoPlacement;
  /** Of the document, in formats that have one. */
  readonly title?: string;
  /**
   * Reads a file of the app by its path below the base. Formats that hold their fonts ask for them; without it their text is
   * put in as a picture.
   */
  readonly readFile?: (path: string) => Promise<ArrayBuffer>;
}

/** What a writer of a vector format must know beside the drawing. */
export interface VectorOptions {
  readonly dotsPerInch: number;
  readonly title: string;
  readonly readFile?: (path: string) => Promise<ArrayBuffer>;
}
