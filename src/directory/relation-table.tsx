import type { Value } from '../../sw/contract/index.ts';
import { ScrollRegion } from '../parts/scroll-region.tsx';
import type { MapInfo } from '../state/services.ts';
import { text } from '../text/text.ts';
import { layerLink } from './map-facts.tsx';
import { directoryText as t } from './text/directory-text.ts';

interface End {
  readonly id: number;
  readonly relation: Value<'RelateInfo'>;
}

/**
 * The relations of a map, or those of one layer or table, each with its ends: both sides tell of it, and both ends lead to
 * their pages.
 */
export function RelationTable({ service, info, id }: { service: string; info: MapInfo; id?: number }) {
  const ends: End[] = [
    ...(info.MapLayerInfos ?? []).map((one) => ({ ...one, id: one.LayerID })),
    ...(info.StandaloneTableInfos ?? []).map((one) => ({ ...one, id: one.ID })),
  ].flatMap(({ id: own, RelateInfos }) => (RelateInfos ?? []).map((relation) => ({ id: own, relation })));
  const names = new Map([
    ...(info.MapLayerInfos ?? []).map(({ LayerID, Name }) => [LayerID, Name] as const),
    ...(info.StandaloneTableInfos ?? []).map(({ ID, Name }) => [ID, Name] as const),
  ]);
  const details = ends
    .filter((end) => id === undefined || end.id === id)
    .toSorted((a, b) => a.relation.RelationshipID - b.relation.RelationshipID);
  if (details.length === 0) return null;
  const link = (to: number) => <a {...layerLink(service, info, to)}>{names.get(to) ?? String(to)}</a>;
  return (
    <>
      <h2>{t.relations}</h2>
      <ScrollRegion kind="table-scroll" name={t.relations}>
        <table>
          <thead>
            <tr>
              <th scope="col">Id</th>
              <th scope="col">{t.name}</th>
              <th scope="col">{t.from}</th>
              <th scope="col">{t.to}</th>
              <th scope="col">{t.key}</th>
              <th scope="col">{t.cardinality}</th>
              <th scope="col">{t.byWayOf}</th>
            </tr>
          </thead>
          <tbody>
            {details.map(({ id: own, relation }) => (
              <tr key={`${relation.RelationshipID} ${own}`}>
                <td data-number="">{relation.RelationshipID}</td>
                <td>{relation.Name}</td>
                <td>
                  {own === id ? names.get(own) : link(own)} <small>{roleText(relation)}</small>
                </td>
                <td>{link(relation.RelatedTableID)}</td>
                <td>
                  <code>{relation.KeyField}</code>
                </td>
                <td>
                  {relation.Cardinality?.replace('gisRelCardinality', '')}
                  {relation.IsComposite && ` · ${t.composite}`}
                </td>
                <td>
                  {relation.RelationshipTableId !== undefined && relation.RelationshipTableId >= 0
                    ? link(relation.RelationshipTableId)
                    : text.results.no}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

const roleText = ({ Role }: Value<'RelateInfo'>): string => (Role ?? '').replace('gisRelRole', '');
