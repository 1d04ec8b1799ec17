declare module 'vt-pbf' {
  import type GeoJSONVT from 'geojson-vt';

  type Tile = NonNullable<ReturnType<GeoJSONVT['getTile']>>;
  const vtPbf: {
    fromGeojsonVt(layers: Readonly<Record<string, Tile>>, options?: { readonly version?: number }): Uint8Array;
  };
  export default vtPbf;
}
