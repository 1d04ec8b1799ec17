declare module '@terraformer/arcgis' {
  export function arcgisToGeoJSON(arcgis: object): object;
  export function geojsonToArcGIS(geojson: object): object;
}
