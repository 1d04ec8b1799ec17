import { expect } from 'vitest';
import type { Json } from './ask-rest.ts';
import { type ClientRequest, error, extent, image, members, query, rows, tile } from './client-request.ts';

/** Requests of open-source clients in their order, taken from their source or network log. */
export const clientRequests: readonly ClientRequest[] = [
  // esri-leaflet: a slash before the question mark, old clauses.
  { client: 'esri-leaflet', sent: 'GET MapServer/?f=json', needs: members({ copyrightText: expect.any(String) }) },
  {
    client: 'esri-leaflet',
    sent: `GET MapServer/export?${query({ bbox: '-180,-85,180,85', size: '360,170', dpi: 96, format: 'png32', transparent: true, bboxSR: 4326, imageSR: 4326, layers: 'show:1', layerDefs: { 1: 'POP > 500' }, timeOptions: '', f: 'json' })}`,
    needs: ({ json }) => {
      expect(json).toMatchObject({ width: 360, height: 170, extent, scale: expect.any(Number) });
      // The client appends its own query.
      expect(json.href ?? json.imageData).not.toContain('?');
    },
  },
  {
    client: 'esri-leaflet',
    sent: `GET MapServer/identify?${query({ sr: 4326, layers: 'visible', tolerance: 3, returnGeometry: true, imageDisplay: '360,170,96', mapExtent: '-180,-85,180,85', geometry: { x: 60, y: -60, spatialReference: { wkid: 4326 } }, geometryType: 'esriGeometryPoint', layerDefs: '1:POP>500;3:CODE=1', maxAllowableOffset: 0.5, f: 'json' })}`,
    needs: members({ results: [] }),
  },
  {
    client: 'esri-leaflet',
    sent: `GET MapServer/find?${query({ sr: 4326, contains: true, returnGeometry: true, returnZ: true, returnM: false, searchText: 'Birch', layers: '1', searchFields: 'NAME', f: 'json' })}`,
    needs: members({
      results: [
        { layerId: 1, foundFieldName: expect.any(String), geometryType: 'esriGeometryPoint', geometry: { x: -20 } },
      ],
    }),
  },
  {
    client: 'esri-leaflet',
    sent: `GET FeatureServer/1/query?${query({ returnGeometry: true, where: '1=1', outSR: 4326, outFields: '*', inSR: 4326, geometry: tile, geometryType: 'esriGeometryEnvelope', spatialRel: 'esriSpatialRelIntersects', geometryPrecision: 6, resultType: 'tile', f: 'geojson' })}`,
    needs: ({ json }) => {
      expect(json.type).toBe('FeatureCollection');
      expect(json.features.map(({ id }: Json) => id)).toEqual([1, 2, 3, 5]);
    },
  },
  // OpenLayers: requests images without metadata; versions up to 7 use uppercase parameters.
  {
    client: 'OpenLayers',
    sent: `GET MapServer/export?${query({ F: 'image', FORMAT: 'PNG32', TRANSPARENT: true, SIZE: '256,256', BBOX: '-20037508.34,0,0,20037508.34', BBOXSR: 3857, IMAGESR: 3857, DPI: 135 })}`,
    needs: image,
  },
  {
    client: 'OpenLayers',
    sent: `GET FeatureServer/3/query/?${query({ f: 'json', returnGeometry: true, spatialRel: 'esriSpatialRelIntersects', geometry: '{"xmin":0,"ymin":0,"xmax":20037508,"ymax":20037508,"spatialReference":{"wkid":102100}}', geometryType: 'esriGeometryEnvelope', inSR: 102100, outFields: '*', outSR: 102100 })}`,
    needs: rows([2, 3], { spatialReference: { wkid: 102100, latestWkid: 3857 } }),
  },
  // arcgis-rest-js: POST for metadata, GET for queries.
  { client: 'rest-js', sent: 'POST FeatureServer/1 f=json', needs: members({ maxRecordCount: expect.any(Number) }) },
  {
    client: 'rest-js',
    sent: `GET FeatureServer/1/query?${query({ f: 'json', where: '1=1', outFields: '*', resultOffset: 2, resultRecordCount: 1 })}`,
    needs: rows([3], { exceededTransferLimit: true }),
  },
  {
    client: 'rest-js',
    sent: 'GET FeatureServer/1/2?f=json',
    needs: members({ feature: { attributes: { OBJECTID: 2 } } }),
  },
  {
    client: 'rest-js',
    sent: 'GET FeatureServer/1/query?f=pbf&where=NOTHING%3D1&outFields=*',
    needs: (answer) => {
      // The client looks for an error only if the content type is JSON.
      expect(answer.type).toMatch(/^application\/json/);
      error(400)(answer);
    },
  },
  // QGIS: all IDs first, then rows by ID, and a geometry without a CRS.
  {
    client: 'QGIS',
    sent: 'GET FeatureServer/1/query?f=json&where=1%3D1&returnIdsOnly=true',
    needs: members({ objectIdFieldName: 'OBJECTID', objectIds: [1, 2, 3, 5] }),
  },
  {
    client: 'QGIS',
    sent: `GET FeatureServer/1/query?${query({ f: 'json', objectIds: '5,1', inSR: '4326', outSR: '4326', returnGeometry: true, outFields: '*', returnM: false, returnZ: false })}`,
    needs: rows([1, 5], { objectIdFieldName: 'OBJECTID', geometryType: 'esriGeometryPoint' }),
  },
  {
    client: 'QGIS',
    sent: `GET FeatureServer/1/query?${query({ f: 'json', where: '1=1', returnIdsOnly: true, geometry: '-70.000000,0,10,40', geometryType: 'esriGeometryEnvelope', spatialRel: 'esriSpatialRelEnvelopeIntersects' })}`,
    needs: members({ objectIds: [1, 2, 3] }),
  },
  {
    client: 'QGIS',
    sent: `GET MapServer/identify?${query({ f: 'json', geometryType: 'esriGeometryPoint', geometry: '{x: 0.000000, y: 0.000000}', layers: 'all:1', imageDisplay: '400,200,96', mapExtent: '-180,-90,180,90', tolerance: 10 })}`,
    needs: members({ results: [{ layerName: 'Towns', attributes: { Town: 'Cedar' } }] }),
  },
  {
    client: 'QGIS',
    sent: 'GET MapServer/export?bbox=-180,-90,180,90&size=400,200&format=PNG32&layers=show:1&transparent=true&f=image',
    needs: image,
  },
  // GDAL: requests pages while `exceededTransferLimit` is true, and reads an extent from the text of the answer.
  {
    client: 'GDAL',
    sent: 'GET FeatureServer/1/query?where=1%3D1&outFields=*&f=json&resultOffset=4&resultRecordCount=4',
    needs: ({ json }) => {
      expect(json).toMatchObject({ features: [], fields: expect.arrayContaining([expect.anything()]) });
      expect(json.exceededTransferLimit ?? false).toBe(false);
    },
  },
  {
    client: 'GDAL',
    sent: 'GET FeatureServer/1/query?where=1%3D1&f=geojson&returnExtentOnly=true&returnCountOnly=true',
    needs: ({ bytes }) => expect(new TextDecoder().decode(bytes)).toMatch(/"bbox":\[-?[\d.]+,-?[\d.]+,[\d.]+,[\d.]+\]/),
  },
  // Cesium: degrees, tiles of 256 pixels.
  {
    client: 'Cesium',
    sent: `GET MapServer/export?${query({ bbox: '-180,-90,0,90', size: '256,256', format: 'png32', transparent: true, f: 'image', bboxSR: 4326, imageSR: 4326, layers: 'show:1' })}`,
    needs: image,
  },
  {
    client: 'Cesium',
    sent: `GET MapServer/identify?${query({ f: 'json', tolerance: 2, geometryType: 'esriGeometryPoint', geometry: '0,0', mapExtent: '-45,-45,45,45', imageDisplay: '256,256,96', sr: 4326, layers: 'visible' })}`,
    needs: members({
      results: expect.arrayContaining([
        expect.objectContaining({
          value: 'Cedar',
          geometryType: 'esriGeometryPoint',
          geometry: expect.objectContaining({ x: 0, y: 0 }),
        }),
      ]),
    }),
  },
  // The two MapLibre plugins.
  {
    client: 'mapbox-gl-arcgis-featureserver',
    sent: `GET FeatureServer/1/query?${query({ sr: 4326, geometryType: 'esriGeometryPoint', geometry: { x: 0, y: 0, spatialReference: { wkid: 4326 } }, returnGeometry: false, time: false, outFields: '*', spatialRel: 'esriSpatialRelIntersects', units: 'esriSRUnit_Meter', f: 'geojson' })}`,
    needs: members({ features: [{ id: 3, geometry: null }] }),
  },
  {
    client: 'maplibre-arcgis',
    sent: `GET FeatureServer/1/query?${query({ f: 'json', where: '1=1', outFields: '*', returnGeometry: false, outStatistics: [{ onStatisticField: null, statisticType: 'exceedslimit', outStatisticFieldName: 'exceedslimit', maxPointCount: 200000, maxRecordCount: 200000 }], cacheHint: true })}`,
    needs: members({ features: [{ attributes: { exceedslimit: 0 } }] }),
  },
  {
    client: 'maplibre-arcgis',
    sent: 'POST VectorTileServer/ f=json',
    needs: members({ tiles: ['tile/{z}/{y}/{x}.pbf'], defaultStyles: 'resources/styles', tileInfo: { rows: 512 } }),
  },
  {
    client: 'maplibre-arcgis',
    sent: 'POST VectorTileServer/resources/styles/ f=json',
    // Without tile URLs, the plugin builds wrong ones.
    needs: members({
      sources: { service: { tiles: [expect.stringMatching(/\/VectorTileServer\/tile\/\{z\}\/\{y\}\/\{x\}\.pbf$/)] } },
      version: 8,
      layers: expect.arrayContaining([expect.objectContaining({ 'source-layer': 'Towns' })]),
    }),
  },
  // The plugin adds a slash to the URL of the style.
  {
    client: 'maplibre-arcgis',
    sent: 'GET VectorTileServer/tile.json/',
    needs: members({ tiles: [expect.stringMatching(/^http.*\/VectorTileServer\/tile\/\{z\}\/\{y\}\/\{x\}\.pbf$/)] }),
  },
  // pygeoapi: the format name in another case.
  {
    client: 'pygeoapi',
    sent: "GET FeatureServer/1/query?f=geoJSON&where=FOUNDED%20%3E%20TIMESTAMP%20'1940-01-01%2000:00:00'&outFields=NAME&orderByFields=NAME%20ASC,POP%20DESC&resultOffset=0&resultRecordCount=10",
    needs: ({ json }) => {
      expect(json.features.map(({ properties }: Json) => properties.NAME)).toEqual(['Birch <& Son>', 'Cedar']);
    },
  },
  // Requests for operations that the service doesn't announce.
  {
    client: 'any',
    sent: 'GET MapServer/exportTiles?f=json',
    needs: members({ error: { code: 400, details: [expect.any(String)] } }),
  },
  { client: 'any', sent: 'GET FeatureServer/99?f=json', needs: members({ error: { code: expect.any(Number) } }) },
];
