import type { Value } from '../../sw/contract/index.ts';
import { serviceUrl } from '../connection/call.ts';
import { Button } from '../parts/button.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { Notice } from '../parts/notice.tsx';
import { ScrollRegion } from '../parts/scroll-region.tsx';
import { openPage } from '../state/route.ts';
import { currentKey, type MapInfo, openService } from '../state/services.ts';
import { formatNumber } from '../text/format.ts';
import { text } from '../text/text.ts';
import { anyText, extentText, Facts, timeText } from './facts.tsx';
import { FirstRows } from './first-rows.tsx';
import { layerLink, scaleText } from './map-facts.tsx';
import { Preview } from './preview.tsx';
import { RelationTable } from './relation-table.tsx';
import { ServerFacts } from './server-facts.tsx';
import { directoryText as t } from './text/directory-text.ts';
import type { ServiceDetails } from './use-service.ts';

/** One layer or table of a map, with its rows, fields, domains, subtypes and relations. */
export function LayerPage({
  details: { key, maps, subtypes },
  info,
  id,
}: {
  details: ServiceDetails;
  info: MapInfo;
  id: number;
}) {
  const layer = info.MapLayerInfos?.find(({ LayerID }) => LayerID === id);
  const table = info.StandaloneTableInfos?.find((one) => one.ID === id);
  const of = layer ?? table;
  if (!of) return <Notice kind="error">{t.noLayer(String(id))}</Notice>;
  // The addresses of layers are those of the default map.
  const isDefault = maps[0]?.Name === info.Name;
  const kinds = subtypes.get(info.Name)?.find(({ TableID }) => TableID === id);
  const parent = layer && info.MapLayerInfos?.find(({ LayerID }) => LayerID === layer.ParentLayerID);
  const link = (to: number, name: string) => <a {...layerLink(key, info, to)}>{name}</a>;
  const nameOf = (to: number) =>
    info.MapLayerInfos?.find(({ LayerID }) => LayerID === to)?.Name ??
    info.StandaloneTableInfos?.find(({ ID }) => ID === to)?.Name ??
    String(to);
  const can = (flag: boolean | undefined) =>
    flag === undefined ? undefined : flag ? text.results.yes : text.results.no;
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
            {t.tryIt}
          </Button>
        </div>
      </header>
      <div class="two-columns">
        <div class="card">
          {isDefault && <CopyField name={t.address} value={`${serviceUrl(key)}/${id}`} />}
          <Facts
            rows={[
              ['Id', String(id)],
              [t.kind, layer?.LayerType ?? text.layers.kind.table],
              [t.partOf, parent && link(parent.LayerID, parent.Name)],
              [t.scales, layer && scaleText(layer.MinScale, layer.MaxScale)],
              [text.about.extent, extentText(layer?.Extent)],
              [t.displayField, of.DisplayField],
              [t.idField, of.IDField],
              [t.time, timeText(of.FullTimeExtent)],
              [t.timeFields, [of.StartTimeFieldName, of.EndTimeFieldName].filter(Boolean).join(' – ')],
              [t.attachments, can(of.HasAttachments)],
              [t.statistics, can(of.SupportsStatistics)],
              [t.ordering, can(of.SupportsAdvancedQueries)],
              [t.subtypes, can(of.HasSubtype)],
              [t.labels, can(layer?.HasLabels)],
              [t.copyright, layer?.CopyrightText],
            ]}
          />
        </div>
        {layer && <Preview service={key} map={info.Name} layerId={id} name={t.previewOf(of.Name)} />}
      </div>
      {(layer?.SubLayerIDs ?? []).length > 0 && (
        <ul class="plain-list">
          {layer?.SubLayerIDs?.map((sub) => (
            <li key={sub}>{link(sub, nameOf(sub))}</li>
          ))}
        </ul>
      )}
      <RelationTable service={key} info={info} id={id} />
      {kinds && <SubtypeTable kinds={kinds} />}
      {of.Fields && <FieldTable fields={of.Fields.FieldArray} />}
      {of.Fields && <FirstRows service={key} info={info} id={id} />}
      <ServerFacts title={t.everything} value={of} apart={['Name', 'Description', 'FieldAliases']} />
    </>
  );
}

function SubtypeTable({ kinds: { SubtypeFieldName, SubtypeInfos } }: { kinds: Value<'MapTableSubtypeInfo'> }) {
  const title = t.subtypesBy(SubtypeFieldName);
  return (
    <>
      <h2>{title}</h2>
      <ScrollRegion kind="table-scroll" name={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.code}</th>
              <th scope="col">{t.name}</th>
              <th scope="col">{t.ownDomains}</th>
            </tr>
          </thead>
          <tbody>
            {SubtypeInfos.map(({ SubtypeCode, SubtypeName, FieldDomainInfos }) => (
              <tr key={SubtypeCode}>
                <td data-number="">{SubtypeCode}</td>
                <td>{SubtypeName}</td>
                <td>
                  {FieldDomainInfos.filter(({ IsInherited }) => !IsInherited).map(({ FieldName, Domain }) => (
                    <div key={FieldName}>
                      <code>{FieldName}</code> {Domain ? <DomainText domain={Domain} /> : t.anyValue}
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

function FieldTable({ fields }: { fields: readonly Value<'Field'>[] }) {
  return (
    <>
      <h2>{t.fields}</h2>
      <ScrollRegion kind="table-scroll" name={t.fields}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.name}</th>
              <th scope="col">{t.alias}</th>
              <th scope="col">{t.type}</th>
              <th scope="col">{t.length}</th>
              <th scope="col">{t.mayBeEmpty}</th>
              <th scope="col">{t.domain}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ Name, AliasName, Type, Length, IsNullable, Domain }) => (
              <tr key={Name}>
                <td>
                  <code>{Name}</code>
                </td>
                <td>{AliasName}</td>
                <td>{Type.replace('gisFieldType', '')}</td>
                <td>{formatNumber(Length)}</td>
                <td>{IsNullable ? text.results.yes : text.results.no}</td>
                <td>
                  <DomainText domain={Domain} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

function DomainText({ domain }: { domain: Value<'Domain'> | undefined }) {
  if (!domain) return null;
  if (domain.type === 'RangeDomain')
    return (
      <>
        {domain.DomainName}: {anyText(domain.MinValue)} – {anyText(domain.MaxValue)}
      </>
    );
  if (domain.type !== 'CodedValueDomain') return null;
  return (
    <details>
      <summary>{domain.DomainName}</summary>
      <ul class="plain-list">
        {domain.CodedValues.map(({ Code, Name }) => (
          <li key={Name}>
            {anyText(Code)}: {Name}
          </li>
        ))}
      </ul>
    </details>
  );
}
