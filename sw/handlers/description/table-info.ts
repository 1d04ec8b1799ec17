import type { Value } from '../../contract/index.ts';
import type { MapDefinition, StandaloneTableDefinition } from '../../service/definition.ts';
import type { ServiceRecord } from '../../store/store.ts';
import { publishedTable } from '../published.ts';
import { timeInfo } from './layer-info.ts';
import { relateInfos } from './relate-infos.ts';

export function tableInfo(
  service: ServiceRecord,
  map: MapDefinition,
  table: StandaloneTableDefinition,
): Value<'StandaloneTableInfo'> {
  const { manifest, DisplayField = '' } = publishedTable(service, map, table.ID);
  return {
    type: 'StandaloneTableInfo',
    ID: table.ID,
    Name: table.Name,
    Fields: { FieldArray: [...manifest.fields] },
    RelateInfos: relateInfos(map, table.ID),
    ...timeInfo(table.time),
    HasAttachments: manifest.attachments !== undefined,
    DisplayField,
    Description: table.Description,
    IDField: manifest.idField,
    HasSubtype: table.presentation?.subtypes !== undefined,
    SupportsStatistics: true,
    SupportsAdvancedQueries: true,
  };
}
