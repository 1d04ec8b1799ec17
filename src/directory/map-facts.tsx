import { FactTable } from '../parts/fact-table.tsx';
import { referenceName } from '../state/references.ts';
import { routeLink } from '../state/route.ts';
import type { MapInfo } from '../state/services.ts';
import { formatScale } from '../text/format.ts';
import { text } from '../text/text.ts';
import { extentText, Facts, timeText } from './facts.tsx';
import { directoryText as t } from './text/directory-text.ts';

export const layerLink = (item: string, info: MapInfo, id: number) =>
  routeLink('directory', { item, map: info.Name, layer: String(id) });

export function MapFacts({ info }: { info: MapInfo }) {
  const [every, unit] = [info.DefaultTimeStepInterval, info.DefaultTimeStepIntervalUnits];
  return (
    <Facts
      rows={[
        [text.about.reference, referenceName(info.SpatialReference)],
        [text.about.units, info.Units.replace(/^gis/, '')],
        [t.firstExtent, extentText(info.Extent)],
        [text.about.extent, extentText(info.FullExtent)],
        [t.time, timeText(info.FullTimeExtent)],
        [t.timeStep, every ? `${every} ${(unit ?? '').replace('gisTimeUnits', '')}` : undefined],
        [t.scales, scaleText(info.MinScale ?? 0, info.MaxScale ?? 0)],
        [t.bookmarks, (info.Bookmarks ?? []).map(({ Name }) => Name).join(', ')],
        [t.dynamic, info.SupportsDynamicLayers ? text.results.yes : text.results.no],
        [t.copyright, info.CopyrightText],
      ]}
    />
  );
}

export function LayerTable({ service, info }: { service: string; info: MapInfo }) {
  return (
    <FactTable
      name={text.layers.title}
      heads={['Id', t.layer, t.kind, t.scales, t.fields]}
      rows={[
        ...(info.MapLayerInfos ?? []).map((layer) => [
          layer.LayerID,
          <a {...layerLink(service, info, layer.LayerID)}>{layer.Name}</a>,
          layer.LayerType,
          scaleText(layer.MinScale, layer.MaxScale),
          layer.Fields?.FieldArray.length ?? 0,
        ]),
        ...(info.StandaloneTableInfos ?? []).map((table) => [
          table.ID,
          <a {...layerLink(service, info, table.ID)}>{table.Name}</a>,
          text.layers.kind.table,
          '',
          table.Fields?.FieldArray.length ?? 0,
        ]),
      ]}
    />
  );
}

export function scaleText(minScale: number, maxScale: number): string {
  if (minScale <= 0 && maxScale <= 0) return t.allScales;
  const from = minScale > 0 ? `1:${formatScale(minScale)}` : '…';
  const to = maxScale > 0 ? `1:${formatScale(maxScale)}` : '…';
  return `${from} – ${to}`;
}
