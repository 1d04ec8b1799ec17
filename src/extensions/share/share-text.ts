import { texts } from '../../text/text.ts';

export const shareEn = {
  title: 'Share as a web page',
  action: 'Save the page',
  intro:
    'One file with the map, its legend, pop-ups and search. It opens in any browser from a disk or a mail, without a network and without Soapstone.',
  name: 'Title',
  text: 'Text',
  textHint: 'Shown beside the legend',
  layers: 'Layers',
  hidden: 'hidden on the map now',
  rows: (count: string) => `${count} rows`,
  raster: 'raster, in reduced detail if it is large',
  fields: (chosen: string, all: string) => `Fields: ${chosen} of ${all}`,
  fieldsOf: (layer: string) => `Fields of ${layer}`,
  needed: 'used by the style',
  which: 'Rows',
  whichChoices: { all: 'All rows', view: 'Only what is in view' },
  filtered: 'Filters, the time and styles are taken as they are on the map now.',
  attachments: (count: string) => `Attachments (${count})`,
  backgroundMap: { World: 'Background: map of the world', Earth: 'Background: satellite image', other: 'Background' },
  noBackground: 'Tiles of other servers do not go along: the page asks no network.',
  leaves:
    'Anyone with the file can read the rows and fields that you choose, in full detail. The file has nothing else, and nothing is uploaded.',
  none: 'Choose at least one layer.',
  reading: 'Reading the layers',
  working: 'Writing the page',
  saved: (name: string, size: string) => `Saved ${name}, ${size}`,
  failed: 'The page could not be written',
};

export const shareText = await texts(shareEn, () => import('./share-de.ts'));
