import type { Value } from '../../contract/index.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { GeoPlacement } from './geo-tags.ts';

export interface EncodedImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: string;
}

export interface EncodeOptions {
  /**
   * Color whose pixels become transparent. PNG24 stores the color instead, and JPG ignores it. Vector formats omit
   * boxes of this color that cover the whole image.
   */
  readonly transparentColor?: Value<'Color'>;
  /** Dots per inch; 96 by default. */
  readonly dotsPerInch?: number;
  /** Georeference, for formats that support one. */
  readonly geo?: GeoPlacement;
  /** Document title, for formats that support one. */
  readonly title?: string;
  /**
   * Reads a file of the app by its path below the base. Formats that embed fonts need it. Without it, they embed text
   * as images.
   */
  readonly readFile?: (path: string) => Promise<ArrayBuffer>;
  /** Yields to other work while a large PNG is written. */
  readonly scheduler?: Scheduler;
}

/** Options of the vector writers. */
export interface VectorOptions {
  readonly dotsPerInch: number;
  readonly title: string;
  readonly readFile?: (path: string) => Promise<ArrayBuffer>;
}
