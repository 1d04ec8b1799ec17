import { type Diagnostic, diagnostic } from '../diagnostic.ts';
import { readSlice, type SourceFile } from '../source-table.ts';
import type { ReadingText } from '../text/reading-en.ts';

/** Kinds of files by their first bytes, a character each: that of Latin 1, a dot for control characters. */
const beginnings: readonly (readonly [RegExp, keyof ReadingText])[] = [
  [/^%PDF-/, 'kindPdf'],
  [/^PK••[\s\S]{26,}?(?:word\/|xl\/|ppt\/|mimetypeapplication\/vnd\.oasis)/, 'kindOffice'],
  [/^PK••/, 'kindZip'],
  [/^\xd0\xcf•\xe0\xa1\xb1•\xe1/, 'kindOldOffice'],
  [/^Rar!|^7z\xbc\xaf'•|^•\x8b|^BZh|^\xfd7zXZ|^\(\xb5\/\xfd|^[\s\S]{257}ustar/, 'kindArchive'],
  [/^SQLite format 3•/, 'kindSqlite'],
  [/^AC10\d\d/, 'kindDwg'],
  [/^\x89PNG|^\xff\xd8\xff|^GIF8|^BM[\s\S]{4}••••|^RIFF[\s\S]{4}WEBP|^[\s\S]{4}ftyp(?:avif|heic|mif1)/, 'kindPicture'],
  [/^(?:II\*•|MM•\*|II\+•)/, 'kindTiff'],
  [/^••'\n/, 'kindShp'],
  [/^PAR1/, 'kindParquet'],
  [/^fgb•/, 'kindFlatGeobuf'],
  [/^PMTiles/, 'kindPmtiles'],
  [/^ARROW1/, 'kindArrow'],
  [/^\x89HDF|^CDF•/, 'kindGrid'],
  [/^(?:LASF|glTF)/, 'kind3d'],
  [/^(?:MZ|\x7fELF|\xcf\xfa\xed\xfe|#!)/, 'kindProgram'],
  [/^(?:ID3|OggS|\xff\xfb|RIFF[\s\S]{4}(?:WAVE|AVI )|[\s\S]{4}ftyp|•E\xdf\xa3)/, 'kindSound'],
  [/^\s*(?:<!doctype html|<html|<head|<body)/i, 'kindHtml'],
  [/<qgis[\s>]|<!doctype qgis/i, 'kindProject'],
  [/^\s*(?:PROJCS|GEOGCS|PROJCRS|GEOGCRS|GEODCRS|COMPD_CS)\s*\[/, 'kindReference'],
];

const isControl = (byte: number): boolean => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13;
const characterOf = (byte: number): string => (isControl(byte) ? '•' : String.fromCharCode(byte));

/** Say what a file is, by its content and not by its name, as a noun with an article: "a PDF document". */
export async function contentKind(file: SourceFile): Promise<Diagnostic> {
  const bytes = await readSlice(file, 0, 4096);
  const head = Array.from(bytes, characterOf)
    .join('')
    .replace(/^\xef\xbb\xbf/, '');
  const known = beginnings.find(([pattern]) => pattern.test(head));
  if (known) return diagnostic(known[1] as 'kindPdf');
  const isText = bytes.length > 0 && !bytes.includes(0);
  if (!isText) return bytes[1] === 0 || bytes[0] === 0xff ? diagnostic('kindText') : diagnostic('kindBinary');
  if (/^\s*[{[]/.test(head)) return diagnostic('kindJson');
  const root = /^\s*</.test(head) && /<(?![?!])([\w:.-]+)/.exec(head)?.[1];
  return root ? diagnostic('kindXmlRoot', root) : diagnostic('kindText');
}
