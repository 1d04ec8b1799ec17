import { texts } from '../../text/text.ts';

export const printEn = {
  title: 'Print layout',
  preview: 'Preview of the page',
  titleField: 'Title',
  textField: 'Text below the title',
  paper: 'Paper',
  papers: {
    a5: 'A5',
    a4: 'A4',
    a3: 'A3',
    a2: 'A2',
    letter: 'Letter',
    legal: 'Legal',
    tabloid: 'Tabloid',
  },
  orientation: 'Orientation',
  orientations: { wide: 'Landscape', upright: 'Portrait' },
  scale: 'Scale',
  scales: { view: 'What the map shows now', fixed: 'Fixed' },
  denominator: 'Scale 1 :',
  noScale:
    'No scale is printed: in this projection none is true in all of the map. Choose another projection or a smaller area.',
  labelsLeftOut: (count: string, all: string) => `${count} of ${all} labels do not fit at this scale and are left out.`,
  projectionAuto: 'Automatic',
  grid: 'Grid',
  grids: { none: 'None', degrees: 'Longitude and latitude', units: 'Map coordinates' },
  shown: 'On the page',
  parts: { legend: 'Legend', scaleBar: 'Scale bar', north: 'North arrow', credits: 'Credits' },
  resolution: 'Resolution of images',
  dpi: (dpi: number) => `${dpi} dpi`,
  legendTitle: 'Legend',
  more: 'and {count} more',
  print: 'Print',
  savePdf: 'Save as PDF',
  savePng: 'Save as PNG',
  working: 'The page is being drawn',
  failed: 'The page could not be drawn',
};

export const printText = await texts(printEn, () => import('./print-de.ts'));
