import { ScrollRegion } from '../parts/scroll-region.tsx';
import { referenceName } from '../state/references.ts';
import { routeLink } from '../state/route.ts';
import type { MapInfo } from '../state/services.ts';
import { formatScale } from '../text/format.ts';
import { text } from '../text/text.ts';
import { extentText, Facts, timeText } from './facts.tsx';
import { directoryText as t } from './text/directory-text.ts';

/** Lead to the page of a layer or table of a map. */
export const layerLink = (item: string, info: MapInfo, id: number) =>
  routeLink('directory', { item, map: info.Name, layer: String(id) });

/** What a map is, in words. */
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

/** The layers and tables of a map with the ways to their pages. */
export function LayerTable({ service, info }: { service: string; info: MapInfo }) {
  return (
    <ScrollRegion kind="table-scroll" name={text.layers.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">Id</th>
            <th scope="col">{t.layer}</th>
            <th scope="col">{t.kind}</th>
            <th scope="col">{t.scales}</th>
            <th scope="col">{t.fields}</th>
          </tr>
        </thead>
        <tbody>
          {(info.MapLayerInfos ?? []).map((layer) => (
            <tr key={layer.LayerID}>
              <td data-number="">{layer.LayerID}</td>
              <td>
                <a {...layerLink(service, info, layer.LayerID)}>{layer.Name}</a>
              </td>
              <td>{layer.LayerType}</td>
              <td>{scaleText(layer.MinScale, layer.MaxScale)}</td>
              <td data-number="">{layer.Fields?.FieldArray.length ?? 0}</td>
            </tr>
          ))}
          {(info.StandaloneTableInfos ?? []).map((table) => (
            <tr key={table.ID}>
              <td data-number="">{table.ID}</td>
              <td>
                <a {...layerLink(service, info, table.ID)}>{table.Name}</a>
              </td>
              <td>{text.layers.kind.table}</td>
              <td />
              <td data-number="">{table.Fields?.FieldArray.length ?? 0}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Say between which scales a layer shows. */
export function scaleText(minScale: number, maxScale: number): string {
  if (minScale <= 0 && maxScale <= 0) return t.allScales;
  const from = minScale > 0 ? `1:${formatScale(minScale)}` : '…';
  const to = maxScale > 0 ? `1:${formatScale(maxScale)}` : '…';
  return `${from} – ${to}`;
}
