import { zipSync } from 'fflate';
import { escapeAttribute } from '../../../../sw/contract/markup.ts';

interface PageTexts {
  readonly title: string;
  readonly text: string;
  readonly language: string;
}

interface WrittenPage {
  readonly content: Blob;
  readonly ending: 'html' | 'zip';
}

const maximumPageBytes = 50e6;
/** Data bytes in one script of a zip. A multiple of three, so that the base64 of each needs no padding. */
const pieceBytes = 12e6;

/**
 * Write the page of a shared map: one HTML file, or a zip with a page and scripts if the file would be too large to
 * open well. Both work from a disk.
 *
 * User text goes into the page as base64 or with its markup escaped, so that it is never parsed as markup or script.
 *
 * @param template `share/page.html` of the app
 * @param data output of `makeShared`
 * @param maximumBytes maximum size of a single file; beyond it a zip is written
 */
export async function writePage(
  template: string,
  data: Blob,
  { title, text, language }: PageTexts,
  maximumBytes = maximumPageBytes,
): Promise<WrittenPage> {
  const isOne = template.length + (data.size * 4) / 3 <= maximumBytes;
  const fillTemplate = (parts: Readonly<Record<string, string>>): string =>
    template
      .replace('<html lang="en">', () => `<html lang="${language === 'de' ? 'de' : 'en'}">`)
      .replace(/%(TITLE|TEXT|DATA|BESIDE)%/g, (_, name: string) => parts[name]!);
  const texts = { TITLE: escapeText(title), TEXT: escapeText(text) };
  if (isOne) {
    const element = `<script type="text/plain" id="map-data">${toBase64(await blobBytes(data))}</script>`;
    const page = fillTemplate({ ...texts, DATA: element, BESIDE: '' });
    return { content: new Blob([page], { type: 'text/html' }), ending: 'html' };
  }
  const files: Record<string, Uint8Array> = {};
  const names: string[] = [];
  for (let offset = 0; offset < data.size; offset += pieceBytes) {
    const name = `map-data-${names.length + 1}.js`;
    const piece = toBase64(await blobBytes(data.slice(offset, offset + pieceBytes)));
    files[name] = new TextEncoder().encode(`(window.mapPieces ??= []).push('${piece}');\n`);
    names.push(name);
  }
  const elements = names.map((name) => `<script src="${name}"></script>`).join('\n    ');
  // A page opened from a disk has no origin that its content security policy could name.
  const page = fillTemplate({ ...texts, DATA: elements, BESIDE: " 'self' file:" });
  const packed = zipSync({ 'map.html': new TextEncoder().encode(page), ...files }, { level: 0 });
  return { content: new Blob([packed as Uint8Array<ArrayBuffer>], { type: 'application/zip' }), ending: 'zip' };
}

const escapeText = (text: string): string => escapeAttribute(text.replace(/\p{Cc}/gu, ' '));

const blobBytes = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

const chunkBytes = 0x6000;

function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
    let binary = '';
    for (const byte of bytes.subarray(offset, offset + chunkBytes)) binary += String.fromCharCode(byte);
    parts.push(btoa(binary));
  }
  return parts.join('');
}
