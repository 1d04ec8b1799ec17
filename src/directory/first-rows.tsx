import type { Value } from '../../sw/contract/index.ts';
import { call } from '../connection/call.ts';
import { TitledTable } from '../parts/fact-table.tsx';
import { ErrorState } from '../parts/notice.tsx';
import { useRead } from '../parts/use-read.ts';
import type { MapInfo } from '../state/services.ts';
import { anyText } from './facts.tsx';
import { directoryText as t } from './text/directory-text.ts';

type Rows = Value<'RecordSet'>;

const rowCount = 8;
/** Values too large for a cell. */
const largeTypes: ReadonlySet<string> = new Set(['gisFieldTypeGeometry', 'gisFieldTypeRaster', 'gisFieldTypeBlob']);

export function FirstRows({ service, info, id }: { service: string; info: MapInfo; id: number }) {
  const { value: rows, problem } = useRead(
    `${service} ${info.Name} ${id}`,
    (signal) => readRows(service, info, id, signal),
    {
      again: [info],
    },
  );
  if (problem) return <ErrorState title={t.firstRows} message={problem} />;
  if (!rows) return <div class="skeleton" style={{ height: '160px' }} aria-hidden="true" />;
  const fields = rows.Fields.FieldArray;
  return (
    <TitledTable
      name={t.firstRows}
      heads={fields.map(({ Name }) => Name)}
      rows={rows.Records.slice(0, rowCount).map(({ Values }) =>
        fields.map(({ Type }, at) => (Type === 'gisFieldTypeOID' ? String(Values[at] ?? '') : anyText(Values[at]))),
      )}
    />
  );
}

async function readRows(service: string, info: MapInfo, id: number, signal: AbortSignal): Promise<Rows | undefined> {
  const described =
    info.DefaultMapDescription?.LayerDescriptions?.find(({ LayerID }) => LayerID === id) ??
    info.StandaloneTableDescriptions?.find(({ ID }) => ID === id);
  const of =
    info.MapLayerInfos?.find(({ LayerID }) => LayerID === id) ?? info.StandaloneTableInfos?.find(({ ID }) => ID === id);
  if (!described || !of?.Fields || !of.IDField) return undefined;
  const SubFields = of.Fields.FieldArray.filter(({ Type }) => !largeTypes.has(Type))
    .map(({ Name }) => Name)
    .join(',');
  const { Result } = await call(
    'QueryData',
    service,
    {
      MapName: info.Name,
      MapTableDescription: described,
      QueryFilter: { type: 'QueryFilter', SubFields, WhereClause: `${of.IDField} <= 100`, Resolution: 0 },
      QueryResultOptions: { Format: 'gisQueryResultRecordSetAsObject' },
    },
    { signal },
  );
  return Result.Object as Rows | undefined;
}
