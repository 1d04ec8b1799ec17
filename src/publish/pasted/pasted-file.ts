import { dataEndings, findEndingByType, splitEnding } from '../../../sw/formats/rows.ts';

/** Add the file ending of the content type if a file has none; otherwise its content determines the format. */
export function withEnding(file: File): File {
  const ending = findEndingByType(file.type);
  if (splitEnding(file.name, dataEndings) || ending === undefined) return file;
  return new File([file], `${file.name}.${ending}`, { type: file.type });
}

/** Return the address if the text consists of one; undefined otherwise. */
export function addressIn(text: string): string | undefined {
  const trimmed = text.trim();
  if (!/^https?:\/\/\S+$/i.test(trimmed) || !URL.canParse(trimmed)) return undefined;
  return trimmed;
}

const geometry =
  /^\s*(?:SRID=\d+;\s*)?(?:MULTI)?(?:POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION)\s*(?:(?:ZM?|M)\s*)?(?:\(|EMPTY)/i;

/**
 * Make a file from clipboard text: GeoJSON, KML or other XML, well-known text with one geometry on each line, else CSV.
 *
 * @param name file name without ending
 */
export function fileOfText(text: string, name: string): File {
  const file = (content: string, ending: string): File => new File([content], `${name}.${ending}`);
  if (/^\s*[{[]/.test(text)) return file(text, 'geojson');
  // The root element tells the format.
  if (/^\s*</.test(text)) return file(text, 'xml');
  if (!geometry.test(text)) return file(text, 'csv');
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  // A single geometry may span several lines.
  const shapes = lines.every((line) => geometry.test(line)) ? lines : [lines.join(' ')];
  return file(['WKT', ...shapes.map((shape) => `"${shape.replaceAll('"', '""').trim()}"`)].join('\n'), 'csv');
}
