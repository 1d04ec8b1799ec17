declare module 'arcgis-pbf-parser' {
  /** Read a feature collection as GeoJSON. */
  export default function parse(bytes: Uint8Array): {
    readonly featureCollection: import('geojson').FeatureCollection;
    readonly exceededTransferLimit: boolean;
  };
}
