/** What the export for other map servers says. */
export const projectEn = {
  title: 'Export for QGIS and MapServer',
  intro:
    'When many people need the map at once, a server takes over. The folder holds the map as it is drawn now; nothing has to be built again.',
  files: [
    'data.gpkg with all rows, aliases, codes, attached files and styles',
    'map.qgs for QGIS and QGIS Server',
    'map.map for MapServer',
    'README.html, which says how to use it and what could not come along',
  ],
  reading: 'Reading the layers',
  layers: (count: string) => `Layers in the folder: ${count}`,
  rasters: (names: string) => `Rasters stay behind: ${names}.`,
  action: 'Save folder',
  working: 'Writing the folder',
  failed: 'The folder could not be written',
  saved: (name: string, size: string) => `${name} saved, ${size}`,
};

export type ProjectText = typeof projectEn;
