import type { Value } from '../../contract/index.ts';
import type { TableManifest } from '../../rows/manifest.ts';
import type { MapDefinition, StandaloneTableDefinition } from '../../service/definition.ts';
import { shownFields } from '../shown-fields.ts';
import { timeInfo } from './layer-info.ts';
import { relateInfos } from './relate-infos.ts';

export function tableInfo(
  map: MapDefinition,
  table: StandaloneTableDefinition,
  manifest: TableManifest,
): Value<'StandaloneTableInfo'> {
  return {
    type: 'StandaloneTableInfo',
    ID: table.ID,
    Name: table.Name,
    Fields: { FieldArray: shownFields({ manifest, definition: table }) },
    RelateInfos: relateInfos(map, table.ID),
    ...timeInfo(table.time),
    HasAttachments: manifest.attachments !== undefined,
    DisplayField: table.DisplayField ?? '',
    Description: table.Description,
    IDField: manifest.idField,
    HasSubtype: table.presentation?.subtypes !== undefined,
    SupportsStatistics: true,
    SupportsAdvancedQueries: true,
  };
}
