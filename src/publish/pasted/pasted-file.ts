import { dataEndings, endingOfType, splitEnding } from '../../../sw/formats/rows.ts';

/** A file with an ending by which it is read: its own, else that of its content type; else its content tells. */
export function withEnding(file: File): File {
  const ending = endingOfType(file.type);
  if (splitEnding(file.name, dataEndings) || ending === undefined) return file;
  return new File([file], `${file.name}.${ending}`, { type: file.type });
}

/** The address of a file, where the text is one and nothing else; undefined for everything else. */
export function addressIn(text: string): string | undefined {
  const one = text.trim();
  if (!/^https?:\/\/\S+$/i.test(one) || !URL.canParse(one)) return undefined;
  return one;
}

const geometry =
  /^\s*(?:SRID=\d+;\s*)?(?:MULTI)?(?:POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION)\s*(?:(?:ZM?|M)\s*)?(?:\(|EMPTY)/i;

/**
 * Make a file of text from the clipboard: GeoJSON, KML and other XML, well-known text with one geometry in each line, else CSV.
 *
 * @param name of the file, without its ending
 */
export function fileOfText(text: string, name: string): File {
  const file = (content: string, ending: string): File => new File([content], `${name}.${ending}`);
  if (/^\s*[{[]/.test(text)) return file(text, 'geojson');
  // Its root tells what it is.
  if (/^\s*</.test(text)) return file(text, 'xml');
  if (!geometry.test(text)) return file(text, 'csv');
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  // A geometry may be broken into lines.
  const shapes = lines.every((line) => geometry.test(line)) ? lines : [lines.join(' ')];
  return file(['WKT', ...shapes.map((shape) => `"${shape.replaceAll('"', '""').trim()}"`)].join('\n'), 'csv');
}
