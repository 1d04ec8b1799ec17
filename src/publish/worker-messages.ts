import type { FaultCode, Value } from '../../sw/contract/index.ts';
import type { SourceFile } from './source-table.ts';

/** From the page to the publisher's worker; one worker does one job and is then ended. */
export interface StartMessage {
  readonly type: 'start';
  readonly files: readonly SourceFile[];
  readonly name?: string;
  /** For layers whose file does not say. */
  readonly spatialReference?: Value<'SpatialReference'>;
}

export type PublishStage = 'reading' | 'building' | 'packing' | 'sending';

/** What the reader found, for people. */
export interface LayerReport {
  readonly name: string;
  readonly geometry: 'points' | 'lines' | 'polygons' | 'none' | 'raster';
  /** Of a raster its pixels. */
  readonly rowCount: number;
  /** Of a raster its bands. */
  readonly fieldCount: number;
  /** What was changed or left out, one sentence each. */
  readonly notes: readonly string[];
}

export type WorkerMessage =
  | { readonly type: 'progress'; readonly stage: PublishStage; readonly share: number }
  /** Layers without a spatial reference, and a likely one when the coordinates suggest it. */
  | { readonly type: 'needs-crs'; readonly layers: readonly string[]; readonly guess?: Value<'SpatialReference'> }
  | { readonly type: 'done'; readonly name: string; readonly package: Blob; readonly layers: readonly LayerReport[] }
  | { readonly type: 'failed'; readonly code: FaultCode; readonly message: string };
