/** A service in the catalogue's JSON. */
export interface ServiceSummary {
  /** `name` or `folder/name`. */
  readonly name: string;
  readonly type: 'MapServer';
  readonly title: string;
  readonly description: string;
  readonly url: string;
  /** Increases with every publication under this name. */
  readonly version: number;
  /** Epoch milliseconds. */
  readonly publishedAt: number;
  readonly bytes: number;
  readonly layerCount: number;
  /** null if the number is unknown, for example for remote tiles. */
  readonly featureCount: number | null;
  readonly credits: readonly string[];
}
