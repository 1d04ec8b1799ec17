declare module 'leaflet';
declare module 'esri-leaflet';
declare module '@esri/maplibre-arcgis';
declare module 'mapbox-gl-arcgis-featureserver';
