import type { Value } from '../../contract/index.ts';

/** Queried rows, with what the output formats need beside the values. */
export interface QueriedRows {
  /** Of the layer or table. */
  readonly name: string;
  /** Display field; empty without one. */
  readonly displayField: string;
  readonly records: Value<'RecordSet'>;
}
