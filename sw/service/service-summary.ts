/** What the catalogue says of a service in JSON. */
export interface ServiceSummary {
  /** `name` or `folder/name`. */
  readonly name: string;
  readonly type: 'MapServer';
  readonly title: string;
  readonly description: string;
  readonly url: string;
  /** Grows with every publication under this name. */
  readonly version: number;
  /** Epoch milliseconds. */
  readonly publishedAt: number;
  readonly bytes: number;
  readonly layerCount: number;
  /** Null where nobody has counted them, as in tiles elsewhere. */
  readonly featureCount: number | null;
  readonly credits: readonly string[];
}
