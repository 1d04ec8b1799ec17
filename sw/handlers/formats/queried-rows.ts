import type { Value } from '../../contract/index.ts';

/** Rows on their way into a format, with what the formats say of them beside the values. */
export interface QueriedRows {
  /** Of the layer or table. */
  readonly name: string;
  /** Field that names a row; empty when there is none. */
  readonly displayField: string;
  readonly records: Value<'RecordSet'>;
}
