import type { Value } from '../../sw/contract/index.ts';
import { TitledTable } from '../parts/fact-table.tsx';
import type { MapInfo } from '../state/services.ts';
import { text } from '../text/text.ts';
import { layerLink } from './map-facts.tsx';
import { directoryText as t } from './text/directory-text.ts';

interface End {
  readonly id: number;
  readonly relation: Value<'RelateInfo'>;
}

export function RelationTable({ service, info, id }: { service: string; info: MapInfo; id?: number }) {
  const ends: End[] = [
    ...(info.MapLayerInfos ?? []).map((one) => ({ ...one, id: one.LayerID })),
    ...(info.StandaloneTableInfos ?? []).map((one) => ({ ...one, id: one.ID })),
  ].flatMap(({ id: own, RelateInfos }) => (RelateInfos ?? []).map((relation) => ({ id: own, relation })));
  const names = new Map([
    ...(info.MapLayerInfos ?? []).map(({ LayerID, Name }) => [LayerID, Name] as const),
    ...(info.StandaloneTableInfos ?? []).map(({ ID, Name }) => [ID, Name] as const),
  ]);
  const shown = ends
    .filter((end) => id === undefined || end.id === id)
    .toSorted((a, b) => a.relation.RelationshipID - b.relation.RelationshipID);
  if (shown.length === 0) return null;
  const link = (to: number) => <a {...layerLink(service, info, to)}>{names.get(to) ?? String(to)}</a>;
  return (
    <TitledTable
      name={t.relations}
      heads={['Id', t.name, t.from, t.to, t.key, t.cardinality, t.byWayOf]}
      rows={shown.map(({ id: own, relation }) => [
        relation.RelationshipID,
        relation.Name,
        <>
          {own === id ? names.get(own) : link(own)} <small>{roleText(relation)}</small>
        </>,
        link(relation.RelatedTableID),
        <code>{relation.KeyField}</code>,
        `${relation.Cardinality?.replace('gisRelCardinality', '') ?? ''}${relation.IsComposite ? ` · ${t.composite}` : ''}`,
        relation.RelationshipTableId !== undefined && relation.RelationshipTableId >= 0
          ? link(relation.RelationshipTableId)
          : text.results.no,
      ])}
    />
  );
}

const roleText = ({ Role }: Value<'RelateInfo'>): string => (Role ?? '').replace('gisRelRole', '');
