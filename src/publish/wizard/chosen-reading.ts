import type { ColumnReading } from '../import/columns/retype-column.ts';
import type { SourceSummary } from '../import/describe-sources.ts';
import type { Form } from './form.ts';

/** How a column is read: as a person chose, else as it was found. Undefined where it is not there. */
export const chosenReading = (
  draft: Pick<Form, 'layers'>,
  read: readonly SourceSummary[],
  at: number,
  name: string,
): ColumnReading | undefined =>
  draft.layers[at]?.columns[name]?.reading ??
  read[at]?.columns.find((column) => column.name === name)?.readings[0]?.reading;
