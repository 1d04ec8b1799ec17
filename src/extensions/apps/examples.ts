import { base } from '../../connection/call.ts';

/** Code that runs as the body of a module; `show(value)` puts a value or a picture on the page. */
export const examples = {
  fetch: `// Any page below ${base} may ask like this.
const response = await fetch('${base}services/World/MapServer', {
  method: 'POST',
  headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' },
  body: \`<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:gis:schemas/3.2.0">
    <s:Body><t:GetServerInfo><MapName>World</MapName></t:GetServerInfo></s:Body></s:Envelope>\`,
});
const xml = new DOMParser().parseFromString(await response.text(), 'text/xml');
show([...xml.querySelectorAll('MapLayerInfo > Name')].map((name) => name.textContent));`,
  client: `import { connect } from '${base}client.js';

const client = await connect({ base: '${base}', service: 'World' });
const { Result } = await client.ExportMapImage({
  MapDescription: {
    Name: 'World',
    Rotation: 0,
    MapArea: { type: 'MapExtent', Extent: { type: 'EnvelopeN', XMin: -12, YMin: 35, XMax: 32, YMax: 60 } },
  },
  ImageDescription: {
    ImageType: { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' },
    ImageDisplay: { ImageHeight: 300, ImageWidth: 480, ImageDPI: 96 },
  },
});
show(new Blob([Result.ImageData], { type: Result.ImageType }));`,
  bridge: `import { connect } from '${base}client.js';

// On another origin, ship client.js yourself and call this from a click the first time.
const client = await connect({ bridge: '${location.origin}${base}bridge.html', service: 'World' });
const { Result } = await client.QueryFeatureData({
  MapName: 'World',
  LayerID: 0,
  QueryFilter: {
    type: 'QueryFilter',
    SubFields: 'NAME,COUNTRY,POPULATION',
    WhereClause: 'POPULATION > 12000000',
    PostfixClause: 'ORDER BY POPULATION DESC',
    Resolution: 0,
  },
});
show(client.connection);
show(Result.Records.map((record) => record.Values));`,
} as const;

export type ExampleName = keyof typeof examples;

/** A program for ArcGIS REST JS, to be read and copied. */
export const restJsCode = `import { queryFeatures } from '@esri/arcgis-rest-feature-service';

// How many people live in cities and towns, by region
const { features } = await queryFeatures({
  url: '${location.origin}${base}rest/services/World/FeatureServer/3',
  where: 'URBAN_POP > 0 AND REGION IS NOT NULL',
  groupByFieldsForStatistics: 'SUBREGION',
  outStatistics: [
    {
      statisticType: 'sum',
      onStatisticField: 'URBAN_POP',
      outStatisticFieldName: 'PEOPLE',
    },
  ],
  orderByFields: 'PEOPLE DESC',
});
console.table(features.map(({ attributes }) => attributes));`;
