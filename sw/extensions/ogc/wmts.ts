import { writeXml, type Xml } from '../../contract/markup.ts';
import { getDefinition, isGeographic } from '../../geometry/spatial-reference.ts';
import { handlers } from '../../handlers/index.ts';
import { loadReferences } from '../../handlers/references.ts';
import { computeCacheExtent, computeCacheRange } from '../../tiles/operations/cache-extent.ts';
import { requireCache } from '../../tiles/operations/read-tile.ts';
import { type CacheRecord, getTileExtension, tileType } from '../../tiles/tile-cache.ts';
import { requireTileLevel } from '../../tiles/tile-scheme.ts';
import { type OgcCall, type OgcResource, ogcAddress, typedResponse } from './call.ts';
import type { wmtsRows } from './contract/wmts.ts';
import { badParameter } from './read-parameters.ts';
import { findNamedReference, ogcReferenceName, worldExtent } from './reference.ts';

/** The only matrix set and style of a cache, with the names that the commercial server uses. */
const matrixSet = 'default028mm';
const onlyStyle = 'default';
/** Pixel size in meters of the standard's scales. */
const pixelMetres = 0.00028;
/** The standard's value, along the equator of WGS 84. */
const metresPerDegree = (Math.PI * 6378137) / 180;

/** List the MIME types of a cache's tiles. In a mixed cache, transparent tiles are PNG and others JPEG. */
function listTileTypes({ settings: { format } }: CacheRecord): readonly string[] {
  if (format === 'MIXED') return ['image/png', 'image/jpeg'];
  return [format === 'JPEG' ? 'image/jpeg' : 'image/png'];
}

/** Describe the cache of the map. @throws {Fault} `not-found` if the map has no cache of all layers */
export const getCapabilities: OgcResource<(typeof wmtsRows)['GetCapabilities']> = async (call) => {
  const cache = await requireCache(call, call.map.Name);
  const root = { ...call, address: call.address.replace(/\/1\.0\.0\/WMTSCapabilities\.xml$/, '') };
  return typedResponse(writeXml(await makeCapabilities(root, cache)), 'text/xml; charset=utf-8');
};

async function makeCapabilities(call: OgcCall, cache: CacheRecord): Promise<Xml> {
  const { document } = call.service.definition;
  const kvp = ogcAddress(call);
  return {
    Capabilities: {
      '@version': '1.0.0',
      '@xmlns': 'http://www.opengis.net/wmts/1.0',
      '@xmlns:ows': 'http://www.opengis.net/ows/1.1',
      '@xmlns:xlink': 'http://www.w3.org/1999/xlink',
      'ows:ServiceIdentification': {
        'ows:Title': document.Title || call.service.key,
        'ows:Abstract': document.Comments || undefined,
        'ows:ServiceType': 'OGC WMTS',
        'ows:ServiceTypeVersion': '1.0.0',
      },
      'ows:OperationsMetadata': {
        'ows:Operation': ['GetCapabilities', 'GetTile'].map((name) => ({
          '@name': name,
          'ows:DCP': {
            'ows:HTTP': {
              'ows:Get': {
                '@xlink:href': kvp.includes('?') ? `${kvp}&` : `${kvp}?`,
                'ows:Constraint': { '@name': 'GetEncoding', 'ows:AllowedValues': { 'ows:Value': 'KVP' } },
              },
            },
          },
        })),
      },
      Contents: { Layer: await makeLayerElement(call, cache), TileMatrixSet: await makeMatrixSetElement(call, cache) },
      ServiceMetadataURL: { '@xlink:href': ogcAddress(call, '/1.0.0/WMTSCapabilities.xml') },
    },
  };
}

async function makeLayerElement(call: OgcCall, cache: CacheRecord): Promise<Xml> {
  const { map } = call;
  const { scheme } = cache.settings;
  // The extent of the map would be wrong: some of its latitudes may be outside the CRS of the scheme.
  const extent = await computeCacheExtent(call, map, scheme);
  const [west, south, east, north] = (await worldExtent(call, extent, scheme.reference)) ?? [-180, -90, 180, 90];
  const name = encodeURIComponent(map.Name);
  return {
    'ows:Title': call.service.definition.document.Title || map.Name,
    'ows:WGS84BoundingBox': { 'ows:LowerCorner': `${west} ${south}`, 'ows:UpperCorner': `${east} ${north}` },
    'ows:Identifier': map.Name,
    Style: { '@isDefault': true, 'ows:Title': onlyStyle, 'ows:Identifier': onlyStyle },
    Format: [...listTileTypes(cache)],
    TileMatrixSetLink: {
      TileMatrixSet: matrixSet,
      TileMatrixSetLimits: { TileMatrixLimits: await makeLimitElements(call, cache) },
    },
    ResourceURL: listTileTypes(cache).map((type) => ({
      '@format': type,
      '@resourceType': 'tile',
      '@template': ogcAddress(
        call,
        `/tile/1.0.0/${name}/{Style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.${getTileExtension(cache.settings.format)}`,
      ),
    })),
  };
}

async function makeLimitElements(call: OgcCall, { settings: { scheme } }: CacheRecord): Promise<Xml[]> {
  const limits: Xml[] = [];
  for (const { level } of scheme.levels) {
    const range = await computeCacheRange(call, call.map, scheme, requireTileLevel(scheme, level));
    limits.push({
      TileMatrix: String(level),
      MinTileRow: range.rowMin,
      // The schema requires at least 1. Clients see from the matrix size that there is only one row or column.
      MaxTileRow: Math.max(1, range.rowMax),
      MinTileCol: range.colMin,
      MaxTileCol: Math.max(1, range.colMax),
    });
  }
  return limits;
}

async function makeMatrixSetElement(call: OgcCall, { settings: { scheme } }: CacheRecord): Promise<Xml> {
  await loadReferences(call.context, scheme.reference);
  const metresPerUnit = isGeographic(scheme.reference)
    ? metresPerDegree
    : (getDefinition(scheme.reference)?.metersPerUnit ?? 0);
  const name = ogcReferenceName(scheme.reference) ?? 'EPSG:0';
  const isNorthingFirst = (await findNamedReference(call, name))?.isNorthingFirst ?? false;
  const [x, y] = scheme.origin;
  const levels: Xml[] = [];
  for (const { level, resolution } of scheme.levels) {
    const range = await computeCacheRange(call, call.map, scheme, requireTileLevel(scheme, level));
    levels.push({
      'ows:Identifier': String(level),
      ScaleDenominator: (resolution * metresPerUnit) / pixelMetres,
      TopLeftCorner: isNorthingFirst ? `${y} ${x}` : `${x} ${y}`,
      TileWidth: scheme.tileCols,
      TileHeight: scheme.tileRows,
      MatrixWidth: Math.max(1, range.colMax + 1),
      MatrixHeight: Math.max(1, range.rowMax + 1),
    });
  }
  return {
    'ows:Title': matrixSet,
    'ows:Identifier': matrixSet,
    'ows:SupportedCRS': `urn:ogc:def:crs:${name.replace(':', '::')}`,
    TileMatrix: levels,
  };
}

/**
 * Get a tile of the cache.
 *
 * @throws {Fault} `bad-value` for another layer, style, format, matrix set or level, or a tile outside of it;
 *   `not-found` for a missing tile
 */
export const getTile: OgcResource<(typeof wmtsRows)['GetTile']> = async (call, values) => {
  const { layer, style, format, tilematrixset, tilematrix, tilerow, tilecol } = values;
  const MapName = call.map.Name;
  const cache = await requireCache(call, MapName);
  if (layer !== MapName) throw badParameter('LAYER', MapName, layer);
  if (style !== onlyStyle) throw badParameter('STYLE', onlyStyle, style);
  if (tilematrixset !== matrixSet) throw badParameter('TILEMATRIXSET', matrixSet, tilematrixset);
  const types = listTileTypes(cache);
  if (format !== undefined && !types.includes(format)) throw badParameter('FORMAT', types.join(' or '), format);
  const { levels } = cache.settings.scheme;
  const tileLevel = levels.find(({ level }) => String(level) === tilematrix);
  if (!tileLevel) throw badParameter('TILEMATRIX', `one of ${levels.map(({ level }) => level).join(', ')}`, tilematrix);
  const { rowMin, rowMax, colMin, colMax } = await computeCacheRange(call, call.map, cache.settings.scheme, tileLevel);
  for (const [name, number, first, last] of [
    ['TILEROW', tilerow, rowMin, rowMax],
    ['TILECOL', tilecol, colMin, colMax],
  ] as const)
    if (!(number >= first && number <= last))
      throw badParameter(name, `${first} to ${last}`, String(number), 'TileOutOfRange');
  const request = { MapName, Level: tileLevel.level, Row: tilerow, Column: tilecol, Format: '' };
  const { Result } = await handlers.GetMapTile(call, request);
  return typedResponse(Result as Uint8Array<ArrayBuffer>, tileType(Result));
};
