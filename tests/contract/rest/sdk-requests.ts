import parsePbf from 'arcgis-pbf-parser';
import { expect } from 'vitest';
import type { Json } from './ask-rest.ts';
import { type ClientRequest, extent, image, members, query, rows, tile } from './client-request.ts';

const geographic =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/** Requests of Esri's SDK for JavaScript in their order, taken from its source and its network log. */
export const sdkRequests: readonly ClientRequest[] = [
  // MapImageLayer, then its popups and legend.
  {
    client: 'SDK',
    sent: 'GET MapServer?f=json',
    needs: ({ json }) => {
      expect(json).toMatchObject({
        currentVersion: expect.any(Number),
        mapName: expect.any(String),
        supportsDynamicLayers: true,
        supportedImageFormatTypes: expect.stringContaining('PNG32'),
        fullExtent: extent,
        maxRecordCount: expect.any(Number),
        maxImageWidth: expect.any(Number),
        maxImageHeight: expect.any(Number),
      });
      // For older versions, the SDK requests the legend from Esri's site.
      expect(json.currentVersion).toBeGreaterThanOrEqual(10.81);
      expect(json.capabilities.split(',')).toEqual(expect.arrayContaining(['Map', 'Query', 'Data']));
      // With a `tileInfo`, the SDK treats the service as tiled; with a `timeInfo`, as time-aware.
      expect(json.tileInfo ?? null).toBeNull();
      expect(json).not.toHaveProperty('timeInfo');
      // The SDK builds the layer tree in one pass, so parents must come first.
      const seen = new Set([-1]);
      for (const { id, parentLayerId } of json.layers) {
        expect(seen).toContain(parentLayerId);
        seen.add(id);
      }
    },
  },
  {
    client: 'SDK',
    sent: `GET MapServer/export?${query({ bbox: '-10018754,-5009377,10018754,5009377', bboxSR: 102100, imageSR: 102100, size: '400,200', dpi: 96, format: 'png32', transparent: true, layers: 'show:1,3', f: 'image' })}`,
    needs: image,
  },
  {
    client: 'SDK',
    sent: `GET MapServer/export?${query({ bbox: '-180,-90,180,90', bboxSR: 4326, imageSR: 4326, size: '40,20', dpi: 192, format: 'png32', transparent: true, time: 'null,null', gdbVersion: '', layers: 'show:-1', f: 'image' })}`,
    needs: image,
  },
  {
    client: 'SDK',
    sent: `GET MapServer/export?${query({ bbox: '-180,-90,180,90', bboxSR: 4326, imageSR: 4326, size: '400,200', dpi: 96, format: 'png32', transparent: true, dynamicLayers: [{ id: 3, source: { type: 'mapLayer', mapLayerId: 3 }, definitionExpression: 'CODE > 1', drawingInfo: { renderer: { type: 'simple', symbol: { type: 'esriSFS', style: 'esriSFSSolid', color: [255, 0, 0, 128], outline: { type: 'esriSLS', style: 'esriSLSSolid', color: [0, 0, 0, 255], width: 1 } } }, transparency: 30 } }], f: 'image' })}`,
    needs: image,
  },
  {
    client: 'SDK',
    sent: 'GET MapServer/layers?f=json',
    needs: ({ json }) => {
      expect(json.layers.map(({ type }: Json) => type)).toEqual([
        'Group Layer',
        'Feature Layer',
        'Feature Layer',
        'Feature Layer',
      ]);
      for (const layer of json.layers.slice(1)) {
        // Without Data, the SDK identifies instead of querying. Without the Shape field, it warns.
        expect(layer.capabilities.split(',')).toEqual(expect.arrayContaining(['Map', 'Query', 'Data']));
        const types = layer.fields.map(({ type }: Json) => type);
        expect(types).toEqual(expect.arrayContaining(['esriFieldTypeOID', 'esriFieldTypeGeometry']));
        expect(layer.drawingInfo.renderer.type).toBe('simple');
      }
    },
  },
  {
    client: 'SDK',
    sent: 'GET MapServer/legend?f=json',
    needs: members({
      layers: expect.arrayContaining([
        expect.objectContaining({
          layerId: 1,
          layerName: 'Towns',
          legend: [
            expect.objectContaining({
              imageData: expect.stringMatching(/^iVBOR/),
              contentType: 'image/png',
              width: 20,
              height: 20,
            }),
          ],
        }),
      ]),
    }),
  },
  {
    client: 'SDK',
    sent: `GET MapServer/identify?${query({ f: 'json', geometry: { x: 0, y: 0 }, geometryType: 'esriGeometryPoint', sr: 4326, mapExtent: '-180,-90,180,90', imageDisplay: '400,200,96', tolerance: 6, layers: 'visible:1', returnGeometry: true, returnFieldName: true, returnUnformattedValues: true })}`,
    needs: members({
      results: [
        {
          layerId: 1,
          attributes: { NAME: 'Cedar', POP: 30000 },
          geometry: { x: 0, y: 0, spatialReference: { wkid: 4326 } },
        },
      ],
    }),
  },
  // FeatureLayer: metadata, whether all rows can be loaded in one request, then a tile of the view.
  {
    client: 'SDK',
    sent: 'GET FeatureServer/1?f=json',
    needs: ({ json }) => {
      expect(json).toMatchObject({
        type: 'Feature Layer',
        geometryType: 'esriGeometryPoint',
        objectIdField: 'OBJECTID',
        extent,
        displayField: expect.any(String),
        drawingInfo: { renderer: { type: 'simple', symbol: { type: 'esriSMS' } } },
        advancedQueryCapabilities: { supportsPagination: true, supportsOrderBy: true, supportsStatistics: true },
        supportedQueryFormats: 'JSON, geoJSON, PBF',
        uniqueIdField: { name: 'OBJECTID', isSystemMaintained: true },
        geometryField: { name: expect.any(String) },
        supportsCoordinatesQuantization: true,
      });
      const oid = json.fields.find(({ type }: Json) => type === 'esriFieldTypeOID');
      expect(oid.name).toBe('OBJECTID');
      // The SDK warns about big integers if the length is eight bytes or more.
      expect(oid.length ?? 4).toBeLessThan(8);
      expect(json.fields.some(({ type }: Json) => type === 'esriFieldTypeGeometry')).toBe(false);
      expect(json.capabilities.split(',')).toContain('Query');
    },
  },
  { client: 'SDK', sent: 'GET FeatureServer/layers?f=json', needs: members({ layers: expect.any(Array), tables: [] }) },
  {
    client: 'SDK',
    sent: 'GET FeatureServer/1/query?f=json&where=1%3D1&returnCountOnly=true',
    needs: members({ count: 4 }),
  },
  {
    client: 'SDK',
    sent: `GET FeatureServer/3/query?${query({ f: 'json', where: '1=1', outStatistics: [{ statisticType: 'exceedslimit', outStatisticFieldName: 'exceedslimit', maxPointCount: 0, maxRecordCount: 2000, maxVertexCount: 250000 }], returnGeometry: true, outFields: '*', cacheHint: true })}`,
    needs: members({ features: [{ attributes: { exceedslimit: 0 } }] }),
  },
  {
    client: 'SDK',
    sent: `GET FeatureServer/3/query?${query({ f: 'json', cacheHint: true, resultType: 'tile', returnExceededLimitFeatures: false, where: '1=1', geometry: tile, geometryType: 'esriGeometryEnvelope', inSR: 4326, outSR: 4326, spatialRel: 'esriSpatialRelIntersects', outFields: 'OBJECTID,CODE', orderByFields: 'OBJECTID ASC', quantizationParameters: { extent: tile, mode: 'view', originPosition: 'upperLeft', tolerance: 0.5 }, maxAllowableOffset: 0.5, resultOffset: 0, resultRecordCount: 8000 })}`,
    needs: rows([1, 2, 3], {
      transform: { originPosition: 'upperLeft', scale: [0.5, 0.5], translate: [-180, 90] },
      geometryType: 'esriGeometryPolygon',
    }),
  },
  {
    client: 'SDK',
    sent: 'GET FeatureServer/1/query?f=json&where=1%3D1&returnExtentOnly=true&returnCountOnly=true&outSR=4326',
    needs: members({ count: 4, extent }),
  },
  {
    client: 'SDK',
    sent: 'GET FeatureServer/0?f=json',
    needs: ({ json }) => expect(json.error !== undefined || json.type === 'Group Layer').toBe(true),
  },
  // @arcgis/core 5.1.25: a FeatureLayer of polygons, one of points, and a MapImageLayer in a view across 180 degrees.
  {
    client: 'SDK',
    sent: `GET FeatureServer/3/query?${query({ f: 'pbf', geometry: { xmin: -180, ymin: -269.99999999999994, xmax: 180, ymax: 90 }, maxRecordCountFactor: 4, orderByFields: 'OBJECTID ASC', outFields: 'CODE,OBJECTID', outSR: 4326, quantizationParameters: { extent: { spatialReference: { latestWkid: 4326, wkid: 4326 }, xmin: -180, ymin: -269.99999999999994, xmax: 180, ymax: 90 }, mode: 'view', originPosition: 'upperLeft', tolerance: 0.7031249999999999 }, resultType: 'tile', returnCentroid: true, returnExceededLimitFeatures: false, spatialRel: 'esriSpatialRelIntersects', where: '1=1', geometryType: 'esriGeometryEnvelope', inSR: 4326 })}`,
    needs: ({ type, bytes }) => {
      expect(type).toBe('application/x-protobuf');
      expect(parsePbf(bytes).featureCollection.features).toHaveLength(3);
    },
  },
  {
    client: 'SDK',
    sent: `GET FeatureServer/1/query?${query({ f: 'pbf', cacheHint: true, maxRecordCountFactor: 4, resultOffset: 0, resultRecordCount: 4000, where: '1=1', orderByFields: 'OBJECTID ASC', outFields: 'POP,OBJECTID,NAME', outSR: 4326, spatialRel: 'esriSpatialRelIntersects' })}`,
    needs: ({ type, bytes }) => {
      expect(type).toBe('application/x-protobuf');
      expect(parsePbf(bytes).featureCollection.features).toHaveLength(4);
    },
  },
  ...[
    `PROJCS["WGS_1984_Plate_Carree",${geographic},PROJECTION["Plate_Carree"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",180],UNIT["Degrees",111319.491]]`,
    `PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",${geographic},PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-179.99999999999994],PARAMETER["Standard_Parallel_1",0.0],PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]`,
  ].map((wkt, i) => ({
    client: 'SDK',
    sent: `GET MapServer/export?${query({ bbox: ['-179.99999999999997,-119.99999999999997,180,119.99999999999997', '-19985333.046669576,-99926665.23334786,19985333.046669573,99926665.23334786'][i], bboxSR: { wkt }, imageSR: { wkt }, size: '600,400', dpi: 96, format: 'png32', transparent: true, layers: 'show:3', f: 'image' })}`,
    needs: image,
  })),
];
