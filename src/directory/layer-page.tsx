import type { Value } from '../../sw/contract/index.ts';
import { serviceUrl } from '../connection/call.ts';
import { Button } from '../parts/button.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { TitledTable } from '../parts/fact-table.tsx';
import { Notice } from '../parts/notice.tsx';
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
import type { ServiceDescription } from './use-service.ts';

export function LayerPage({ service, info, id }: { service: ServiceDescription; info: MapInfo; id: number }) {
  const { key, maps, subtypes } = service;
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
        <div class="row">
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
      <div class="columns wide">
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
  return (
    <TitledTable
      name={t.subtypesBy(SubtypeFieldName)}
      heads={[t.code, t.name, t.ownDomains]}
      rows={SubtypeInfos.map(({ SubtypeCode, SubtypeName, FieldDomainInfos }) => [
        SubtypeCode,
        SubtypeName,
        FieldDomainInfos.filter(({ IsInherited }) => !IsInherited).map(({ FieldName, Domain }) => (
          <div key={FieldName}>
            <code>{FieldName}</code> {Domain ? <DomainText domain={Domain} /> : t.anyValue}
          </div>
        )),
      ])}
    />
  );
}

function FieldTable({ fields }: { fields: readonly Value<'Field'>[] }) {
  return (
    <TitledTable
      name={t.fields}
      heads={[t.name, t.alias, t.type, t.length, t.mayBeEmpty, t.domain]}
      rows={fields.map(({ Name, AliasName, Type, Length, IsNullable, Domain }) => [
        <code>{Name}</code>,
        AliasName,
        Type.replace('gisFieldType', ''),
        formatNumber(Length),
        IsNullable ? text.results.yes : text.results.no,
        <DomainText domain={Domain} />,
      ])}
    />
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
