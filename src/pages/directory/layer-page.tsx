import type { Value } from '../../../sw/contract/index.ts';
import { serviceUrl } from '../../call.ts';
import { Button } from '../../parts/button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { openPage, placeLink } from '../../state/place.ts';
import { currentKey, openService } from '../../state/services.ts';
import { formatNumber } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { anyWords, extentWords, Facts, timeWords } from './facts.tsx';
import { Preview } from './preview.tsx';
import { scaleWords } from './service-page.tsx';
import type { Told } from './use-service.ts';

/** One layer or table of the default map, with its fields, domains and relations. */
export function LayerPage({ told: { key, maps }, id }: { told: Told; id: number }) {
  const info = maps[0];
  const layer = info?.MapLayerInfos?.find(({ LayerID }) => LayerID === id);
  const table = info?.StandaloneTableInfos?.find((one) => one.ID === id);
  const of = layer ?? table;
  if (!info || !of) return <Notice kind="error">{text.directory.noLayer(String(id))}</Notice>;
  const parent = layer && info.MapLayerInfos?.find(({ LayerID }) => LayerID === layer.ParentLayerID);
  const link = (to: number, name: string) => (
    <a {...placeLink('directory', { item: key, layer: String(to) })}>{name}</a>
  );
  const nameOf = (to: number) =>
    info.MapLayerInfos?.find(({ LayerID }) => LayerID === to)?.Name ??
    info.StandaloneTableInfos?.find(({ ID }) => ID === to)?.Name ??
    String(to);
  const can = (flag: boolean | undefined) => (flag === undefined ? undefined : flag ? text.hits.yes : text.hits.no);
  return (
    <>
      <header>
        <h1>{of.Name}</h1>
        <p>{of.Description}</p>
        <div class="request-actions">
          <Button
            icon="code"
            onClick={() => {
              if (key !== currentKey.value) void openService(key);
              openPage('explorer', { operation: 'QueryFeatureData' });
            }}
          >
            {text.directory.tryIt}
          </Button>
        </div>
      </header>
      <div class="two-columns">
        <div class="card">
          <CopyField name={text.directory.address} value={`${serviceUrl(key)}/${id}`} />
          <Facts
            rows={[
              ['Id', String(id)],
              [text.directory.kind, layer?.LayerType ?? text.layers.kind.table],
              [text.directory.partOf, parent && link(parent.LayerID, parent.Name)],
              [text.directory.scales, layer && scaleWords(layer.MinScale, layer.MaxScale)],
              [text.about.extent, extentWords(layer?.Extent)],
              [text.directory.displayField, of.DisplayField],
              [text.directory.idField, of.IDField],
              [text.directory.time, timeWords(of.FullTimeExtent)],
              [text.directory.attachments, can(of.HasAttachments)],
              [text.directory.statistics, can(of.SupportsStatistics)],
              [text.directory.ordering, can(of.SupportsAdvancedQueries)],
              [text.directory.subtypes, can(of.HasSubtype)],
              [text.directory.labels, can(layer?.HasLabels)],
              [text.directory.copyright, layer?.CopyrightText],
            ]}
          />
        </div>
        {layer && <Preview service={key} layerId={id} name={text.directory.previewOf(of.Name)} />}
      </div>
      {(layer?.SubLayerIDs ?? []).length > 0 && (
        <ul class="plain-list">
          {layer?.SubLayerIDs?.map((sub) => (
            <li key={sub}>{link(sub, nameOf(sub))}</li>
          ))}
        </ul>
      )}
      <Relations relations={of.RelateInfos ?? []} link={(to) => link(to, nameOf(to))} />
      {of.Fields && <FieldTable fields={of.Fields.FieldArray} />}
    </>
  );
}

function Relations(props: { relations: readonly Value<'RelateInfo'>[]; link: (id: number) => preact.JSX.Element }) {
  if (props.relations.length === 0) return null;
  return (
    <>
      <h2>{text.directory.relations}</h2>
      <ul class="plain-list">
        {props.relations.map(({ RelationshipID, Name, RelatedTableID, Cardinality, Role, KeyField }) => (
          <li key={RelationshipID}>
            {RelationshipID} · {Name} → {props.link(RelatedTableID)}{' '}
            <small>
              {[Cardinality?.replace('gisRelCardinality', ''), Role?.replace('gisRelRole', ''), KeyField]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </>
  );
}

function FieldTable({ fields }: { fields: readonly Value<'Field'>[] }) {
  return (
    <>
      <h2>{text.directory.fields}</h2>
      <ScrollRegion kind="table-scroll" name={text.directory.fields}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.directory.name}</th>
              <th scope="col">{text.directory.alias}</th>
              <th scope="col">{text.directory.type}</th>
              <th scope="col">{text.directory.mayBeEmpty}</th>
              <th scope="col">{text.directory.domain}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ Name, AliasName, Type, Length, IsNullable, Domain }) => (
              <tr key={Name}>
                <td>
                  <code>{Name}</code>
                </td>
                <td>{AliasName}</td>
                <td>
                  {Type.replace('gisFieldType', '')}
                  {Type === 'gisFieldTypeString' && ` (${formatNumber(Length)})`}
                </td>
                <td>{IsNullable ? text.hits.yes : text.hits.no}</td>
                <td>
                  <DomainWords domain={Domain} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

function DomainWords({ domain }: { domain: Value<'Domain'> | undefined }) {
  if (!domain) return null;
  if (domain.type === 'RangeDomain')
    return (
      <>
        {domain.DomainName}: {anyWords(domain.MinValue)} – {anyWords(domain.MaxValue)}
      </>
    );
  if (domain.type !== 'CodedValueDomain') return null;
  return (
    <details>
      <summary>{domain.DomainName}</summary>
      <ul class="plain-list">
        {domain.CodedValues.map(({ Code, Name }) => (
          <li key={Name}>
            {anyWords(Code)}: {Name}
          </li>
        ))}
      </ul>
    </details>
  );
}
