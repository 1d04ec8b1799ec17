import { detectEncoding, encodingHeadBytes } from '../../contract/text-encoding.ts';
import { diagnostic } from './diagnostic.ts';
import type { Diagnostic } from './read-fault.ts';
import { readHead } from './read-text.ts';
import type { ReadingText } from './reading-en.ts';
import { readSlice, type SourceFile } from './source-table.ts';

/** Kinds of files by their first bytes, decoded as Latin-1 with `•` for each control character. */
const beginnings: readonly (readonly [RegExp, keyof ReadingText, string?])[] = [
  [/^%PDF-/, 'kindPdf'],
  [/^PK••[\s\S]{26,}?(?:word\/|xl\/|ppt\/|mimetypeapplication\/vnd\.oasis)/, 'kindOffice'],
  [/^PK••/, 'kindZip'],
  [/^\xd0\xcf•\xe0\xa1\xb1•\xe1/, 'kindOldOffice'],
  [/^[\s\S]{257}ustar/, 'kindArchive'],
  [/^Rar!/, 'kindPacked', 'RAR'],
  [/^7z\xbc\xaf'•/, 'kindPacked', '7z'],
  [/^•\x8b/, 'kindPacked', 'gzip'],
  [/^BZh/, 'kindPacked', 'bzip2'],
  [/^\xfd7zXZ/, 'kindPacked', 'xz'],
  [/^\(\xb5\/\xfd/, 'kindPacked', 'zstd'],
  [/^version https:\/\/git-lfs\.github\.com\//, 'kindLfs'],
  [/^SQLite format 3•/, 'kindSqlite'],
  [/^AC10\d\d/, 'kindDwg'],
  [/^\x89PNG|^\xff\xd8\xff|^GIF8|^BM[\s\S]{4}••••|^RIFF[\s\S]{4}WEBP|^[\s\S]{4}ftyp(?:avif|heic|mif1)/, 'kindImage'],
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
const toPrintable = (byte: number): string => (isControl(byte) ? '•' : String.fromCharCode(byte));

/** Check whether the first two lines have the same number of cells. */
function isTable(head: string): boolean {
  const [names = '', row = ''] = head.split(/\r\n|\r|\n/, 2);
  return [',', ';', '\t', '|'].some(
    (mark) => names.includes(mark) && names.split(mark).length === row.split(mark).length,
  );
}

/** Return the kind of a file by its content, not its name. The text is a noun with an article: "a PDF document". */
export async function contentKind(file: SourceFile): Promise<Diagnostic> {
  const bytes = await readSlice(file, 0, encodingHeadBytes);
  const isWide = detectEncoding(bytes)?.startsWith('utf-16');
  const head = isWide
    ? await readHead(file)
    : Array.from(bytes, toPrintable)
        .join('')
        .replace(/^\xef\xbb\xbf/, '');
  const beginning = beginnings.find(([pattern]) => pattern.test(head));
  if (beginning) return diagnostic(beginning[1] as 'kindPacked', beginning[2] ?? '');
  // A text table may contain a few stray control characters.
  if (!isWide && bytes.filter(isControl).length * 50 >= bytes.length) return diagnostic('kindBinary');
  if (/^\s*[{[]/.test(head)) return diagnostic('kindJson');
  // Some tables have column names in angle brackets, which aren't XML tags.
  const root = /^\s*<(?![^<>]*>[,;\t|])/.test(head) && /<(?![?!])([\w:.-]+)/.exec(head)?.[1];
  if (root) return diagnostic('kindXmlRoot', root);
  return diagnostic(isTable(head) ? 'kindTable' : 'kindText');
}
