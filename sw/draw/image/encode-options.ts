import type { Value } from '../../contract/index.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { GeoPlacement } from './geo-tags.ts';

export interface EncodedImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: string;
}

export interface EncodeOptions {
  /**
   * Pixels of exactly this colour become transparent; PNG24 names it, JPG ignores it. Vector formats leave out boxes of
   * that colour that cover the whole image.
   */
  readonly transparentColor?: Value<'Color'>;
  /** Resolution of the image, 96 when absent. */
  readonly dotsPerInch?: number;
  /** Georeference, for formats that have one. */
  readonly geo?: GeoPlacement;
  /** Document title, for formats that have one. */
  readonly title?: string;
  /**
   * Reads a file of the app by its path below the base. Formats that embed fonts need it; without it their text is
   * embedded as pictures.
   */
  readonly readFile?: (path: string) => Promise<ArrayBuffer>;
  /** Lets others have their turn while a large PNG is written. */
  readonly scheduler?: Scheduler;
}

/** Options of the vector writers. */
export interface VectorOptions {
  readonly dotsPerInch: number;
  readonly title: string;
  readonly readFile?: (path: string) => Promise<ArrayBuffer>;
}
