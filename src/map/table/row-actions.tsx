import type { AnyValue } from '../../../sw/contract/index.ts';
import { formatError } from '../../connection/call.ts';
import { copyText } from '../../parts/copy-field.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { valueText } from '../../parts/value-text.ts';
import { openPage } from '../../state/route.ts';
import { type Field, fieldTitle, plainValue, type TableSubject } from '../../state/rows.ts';
import { currentKey } from '../../state/services.ts';
import { joinConditions } from '../../state/sql.ts';
import { changeDock, type Dock } from '../../state/tasks.ts';
import { showToast } from '../../state/toasts.ts';
import { rowResult, rowText } from '../identify/row-result.ts';
import { fittingShape } from '../query/fitting-shape.ts';
import { goToShapes } from '../state/go-to-shape.ts';
import { showResults } from '../state/identify-results.ts';
import { mapText } from '../text/maps-text.ts';
import { equals } from './read-summary.ts';

const texts = mapText.dock;

/** The row chosen by keyboard or click, with its column if any. */
export interface ActiveCell {
  readonly id: number;
  readonly fields: readonly Field[];
  /** In the order of the fields. */
  readonly values: readonly AnyValue[];
  readonly field: Field | undefined;
}

interface Props {
  subject: TableSubject;
  requested: Dock;
  active: ActiveCell | undefined;
}

export function RowActions({ subject, requested, active }: Props) {
  if (!active) return null;
  const { id, fields, values, field } = active;
  const fieldIndex = field ? fields.findIndex(({ Name }) => Name === field.Name) : -1;
  const value = values[fieldIndex] ?? null;
  const items: MenuItem[] = [
    { label: texts.readRow, icon: 'info', onSelect: () => void readRow(subject, active) },
    ...(subject.geometryType
      ? [{ label: texts.zoomToRow, icon: 'zoom-to' as const, onSelect: () => void goToRow(subject, id) }]
      : []),
    {
      label: texts.copyRow,
      icon: 'copy',
      onSelect: () => void copyText(rowText(fields, [values]), texts.rowCopied),
    },
    {
      label: mapText.results.editAttachments,
      icon: 'file',
      onSelect: () => openPage('publish', { manage: currentKey.value, layer: String(subject.id), row: String(id) }),
    },
  ];
  if (field && !/Blob|Raster|XML/.test(field.Type)) {
    const valueLabel = plainValue(value) === null ? texts.emptyValue : shorten(valueText(value, field));
    items.push({
      label: texts.onlySuch(fieldTitle(field), valueLabel),
      icon: 'filter',
      onSelect: () => changeDock({ where: joinConditions(requested.where, equals(field, plainValue(value))) }),
    });
  }
  return <Menu small icon="more" name={texts.rowActions} side="above" items={items} />;
}

const shorten = (label: string): string => (label.length > 40 ? `${label.slice(0, 39)}…` : label);

export async function readRow(subject: TableSubject, active: ActiveCell): Promise<void> {
  // Without a geometry, the attributes are shown all the same.
  const shape = await fittingShape(subject, active.id).catch(() => undefined);
  showResults([rowResult(subject, active, shape)]);
}

export async function goToRow(subject: TableSubject, id: number | undefined): Promise<void> {
  if (id === undefined || !subject.geometryType) return;
  try {
    const shape = await fittingShape(subject, id);
    if (shape) goToShapes([shape]);
    else showToast({ message: texts.noLocation });
  } catch (error) {
    showToast({ kind: 'error', message: formatError(error) });
  }
}
