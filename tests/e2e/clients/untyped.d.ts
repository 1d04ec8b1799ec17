declare module 'leaflet';
declare module 'esri-leaflet';
