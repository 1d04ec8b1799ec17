import type { Value } from '../../../contract/index.ts';
import { writeXml, type Xml } from '../../../contract/markup.ts';
import type { Extent } from '../../../geometry/extent.ts';
import { projectExtent } from '../../../geometry/project-extent.ts';
import { layerNames, listLeafLayers } from '../../../handlers/layer-names.ts';
import { transformationBetween } from '../../../handlers/references.ts';
import { describeShownRows } from '../../../handlers/shown-rows.ts';
import type { LayerDefinition } from '../../../service/definition.ts';
import { type OgcCall, type OgcResource, ogcAddress, typedResponse } from '../call.ts';
import type { wmsRows } from '../contract/wms.ts';
import { isOldVersion } from '../read-parameters.ts';
import { findNamedReference, ogcReferenceName, swapXY, worldExtent } from '../reference.ts';
import { maxWmsLayers, rootName } from './layers.ts';
import { imageTypes } from './requested-image.ts';

/** Pixel sizes in meters: for the standard's scales, and at 96 dpi. */
const pixelMetres = 0.00028;
const ourPixelMetres = 0.0254 / 96;

/** Describe the service in the version that the client requests. */
export const getCapabilities: OgcResource<(typeof wmsRows)['GetCapabilities']> = async (call, { version }) => {
  const isOld = isOldVersion(version);
  const document = isOld ? await oldDocument(call) : await newDocument(call);
  return typedResponse(writeXml(document), `${isOld ? 'application/vnd.ogc.wms_xml' : 'text/xml'}; charset=utf-8`);
};

async function newDocument(call: OgcCall): Promise<Xml> {
  return {
    WMS_Capabilities: {
      '@version': '1.3.0',
      '@xmlns': 'http://www.opengis.net/wms',
      '@xmlns:xlink': 'http://www.w3.org/1999/xlink',
      '@xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      '@xsi:schemaLocation': 'http://www.opengis.net/wms http://schemas.opengis.net/wms/1.3.0/capabilities_1_3_0.xsd',
      Service: {
        ...about(call, 'WMS'),
        LayerLimit: maxWmsLayers,
        MaxWidth: call.service.definition.limits.MaximumImageWidth,
        MaxHeight: call.service.definition.limits.MaximumImageHeight,
      },
      Capability: {
        Request: {
          GetCapabilities: makeRequestElement(call, ['text/xml']),
          GetMap: makeRequestElement(call, Object.keys(imageTypes)),
          ...queryRequest(call),
        },
        Exception: { Format: 'XML' },
        Layer: await rootLayer(call, false),
      },
    },
  };
}

async function oldDocument(call: OgcCall): Promise<Xml> {
  return {
    WMT_MS_Capabilities: {
      '@version': '1.1.1',
      '@xmlns:xlink': 'http://www.w3.org/1999/xlink',
      Service: about(call, 'OGC:WMS'),
      Capability: {
        Request: {
          GetCapabilities: makeRequestElement(call, ['application/vnd.ogc.wms_xml']),
          GetMap: makeRequestElement(call, Object.keys(imageTypes)),
          ...queryRequest(call),
          GetLegendGraphic: makeRequestElement(call, Object.keys(imageTypes)),
        },
        Exception: { Format: 'application/vnd.ogc.se_xml' },
        Layer: await rootLayer(call, true),
      },
    },
  };
}

function about(call: OgcCall, Name: string): Xml {
  const { document } = call.service.definition;
  const keywords = document.Keywords.split(',').flatMap((word) => (word.trim() ? [word.trim()] : []));
  return {
    Name,
    Title: document.Title || call.service.key,
    Abstract: document.Comments || call.map.Description,
    KeywordList: keywords.length > 0 ? { Keyword: keywords } : undefined,
    OnlineResource: online(ogcAddress(call)),
    Fees: 'none',
    AccessConstraints: 'none',
  };
}

const online = (href: string): Xml => ({ '@xlink:type': 'simple', '@xlink:href': href });

/** Return the address of the interface, ready for parameters to be appended. */
const openAddress = (call: OgcCall): string => {
  const address = ogcAddress(call);
  return address.includes('?') ? `${address}&` : `${address}?`;
};

const makeRequestElement = (call: OgcCall, Format: string[]): Xml => ({
  Format,
  DCPType: { HTTP: { Get: { OnlineResource: online(openAddress(call)) } } },
});

const queryRequest = (call: OgcCall): Xml =>
  call.service.definition.capabilities.includes('Query')
    ? {
        GetFeatureInfo: makeRequestElement(call, [
          'text/plain',
          'text/html',
          'application/json',
          'application/geo+json',
        ]),
      }
    : {};

async function rootLayer(call: OgcCall, isOld: boolean): Promise<Xml> {
  const { map } = call;
  const names = [ogcReferenceName(map.SpatialReference), 'EPSG:4326', 'EPSG:3857', isOld ? undefined : 'CRS:84'];
  const references = [...new Set(names.filter((name) => name !== undefined))];
  const title = call.service.definition.document.Title || map.Name;
  return {
    Name: rootName(map),
    Title: title,
    Abstract: map.Description || undefined,
    [isOld ? 'SRS' : 'CRS']: references,
    ...(await boxes(call, map.fullExtent, map.SpatialReference, references, isOld)),
    Attribution: map.CopyrightText ? { Title: map.CopyrightText } : undefined,
    Layer: await layersBelow(call, -1, isOld),
  };
}

async function layersBelow(call: OgcCall, parent: number, isOld: boolean): Promise<Xml[]> {
  const children = call.map.layers.filter(({ ParentLayerID }) => ParentLayerID === parent);
  const layers: Xml[] = [];
  for (const child of children) layers.push(await makeLayerElement(call, child, isOld));
  return layers;
}

async function makeLayerElement(call: OgcCall, layer: LayerDefinition, isOld: boolean): Promise<Xml> {
  const { map, service } = call;
  const { tables, rasters, capabilities } = service.definition;
  const isQueryable = capabilities.includes('Query') && layer.kind !== 'group';
  const rows = tables[layer.table ?? ''] ?? rasters?.[layer.raster ?? ''];
  const reference = rows?.spatialReference ?? map.SpatialReference;
  const { extent, time } =
    layer.table === undefined ? { extent: rows?.extent } : await describeShownRows(call, map, layer.LayerID);
  const name = layerNames(map)[layer.LayerID]!;
  const mapReferenceName = ogcReferenceName(map.SpatialReference);
  return {
    '@queryable': isQueryable ? 1 : 0,
    Name: name,
    Title: layer.Name,
    Abstract: layer.Description || undefined,
    ...(extent ? await boxes(call, extent, reference, mapReferenceName ? [mapReferenceName] : [], isOld) : {}),
    ...timeDimension(time, isOld),
    Style: {
      Name: 'default',
      Title: 'default',
      LegendURL: {
        '@width': 200,
        '@height': Math.max(1, listLeafLayers(map, layer).length) * 30,
        Format: 'image/png',
        OnlineResource: online(
          ogcAddress(call, '', {
            service: 'WMS',
            version: isOld ? '1.1.1' : '1.3.0',
            request: 'GetLegendGraphic',
            format: 'image/png',
            layer: name,
          }),
        ),
      },
    },
    ...scales(layer, isOld),
    Layer: await layersBelow(call, layer.LayerID, isOld),
  };
}

/** Return the box in degrees and the boxes in the named CRSs. Leave out boxes that can't be projected. */
async function boxes(
  call: OgcCall,
  extent: Extent,
  from: Value<'SpatialReference'>,
  references: readonly string[],
  isOld: boolean,
): Promise<Xml> {
  const world = await worldExtent(call, extent, from);
  const list: Xml[] = [];
  for (const name of references) {
    const resolvedReference = await findNamedReference(call, name);
    if (!resolvedReference) continue;
    // Web Mercator doesn't reach the poles; latitudes beyond its limits can't be projected.
    const projection = await transformationBetween(call, from, resolvedReference.reference);
    const box = projection ? projectImageExtent(extent, projection) : extent;
    if (!box?.every(Number.isFinite)) continue;
    const [minx, miny, maxx, maxy] = resolvedReference.isNorthingFirst && !isOld ? swapXY(box) : box;
    list.push({ [isOld ? '@SRS' : '@CRS']: name, '@minx': minx, '@miny': miny, '@maxx': maxx, '@maxy': maxy });
  }
  const [west, south, east, north] = world ?? [];
  if (west === undefined) return { BoundingBox: list };
  return isOld
    ? { LatLonBoundingBox: { '@minx': west, '@miny': south!, '@maxx': east!, '@maxy': north! }, BoundingBox: list }
    : {
        EX_GeographicBoundingBox: {
          westBoundLongitude: west,
          eastBoundLongitude: east!,
          southBoundLatitude: south!,
          northBoundLatitude: north!,
        },
        BoundingBox: list,
      };
}

function projectImageExtent(extent: Extent, projection: Parameters<typeof projectExtent>[1]): Extent | undefined {
  try {
    return projectExtent(extent, projection);
  } catch {
    return undefined;
  }
}

function timeDimension(time: LayerDefinition['time'], isOld: boolean): Xml {
  if (!time?.fullTimeExtent) return {};
  const values = `${time.fullTimeExtent.map((moment) => new Date(moment).toISOString()).join('/')}/PT0S`;
  const dimension = { '@name': 'time', '@units': 'ISO8601' };
  return isOld
    ? { Dimension: dimension, Extent: { '@name': 'time', '#text': values } }
    : { Dimension: { ...dimension, '#text': values } };
}

/** Return the scale limits for pixels of 0.28 mm. Version 1.1.1 has meters along the pixel's diagonal instead. */
function scales({ MinScale, MaxScale }: LayerDefinition, isOld: boolean): Xml {
  if (!MinScale && !MaxScale) return {};
  if (isOld) {
    const hint = (scale: number): number => scale * ourPixelMetres * Math.SQRT2;
    return { ScaleHint: { '@min': hint(MaxScale), '@max': MinScale ? hint(MinScale) : 1e12 } };
  }
  const denominator = (scale: number): number => (scale * ourPixelMetres) / pixelMetres;
  return {
    MinScaleDenominator: MaxScale ? denominator(MaxScale) : undefined,
    MaxScaleDenominator: MinScale ? denominator(MinScale) : undefined,
  };
}
