import type { Drawing } from '../../surface/record.ts';
import { createByteWriter } from '../byte-writer.ts';
import type { VectorOptions } from '../encode-options.ts';
import { subsetFont } from '../font/subset.ts';
import { type LoadedFont, loadLayouts } from '../font/text-layout.ts';
import { formatFactor } from './features.ts';
import { writeContent } from './pdf-content.ts';
import { createPdfFile, hex4, pdfText } from './pdf-file.ts';
import type { PdfResources } from './pdf-resources.ts';

/**
 * Write a drawing as a one-page PDF 1.7 with transparency and with searchable text in embedded fonts. Hatches become
 * lines, and repeated images become patterns.
 */
export async function writePdf(drawing: Drawing, options: VectorOptions): Promise<Uint8Array<ArrayBuffer>> {
  const { widthPx, heightPx, commands } = drawing;
  const pdf = createPdfFile();
  const points = 72 / options.dotsPerInch;
  const resources: PdfResources = {
    pdf,
    drawing,
    layouts: await loadLayouts(commands, options.readFile),
    alphas: new Map(),
    objects: new Map(),
    patterns: new Map(),
    space: [points, 0, 0, -points, 0, heightPx * points],
    fonts: new Map(),
    dictionary: pdf.reserve(),
  };
  const begin = `${resources.space.map(formatFactor).join(' ')} cm\n`;
  const content = await writeContent(resources, commands, begin);
  const contents = await pdf.addStream('', content);
  await writePdfFonts(resources);
  const list = (entries: Iterable<readonly [string, string]>) =>
    [...entries].map(([name, value]) => `/${name} ${value}`).join(' ');
  pdf.add(
    `<< /ExtGState << ${list([...resources.alphas].map(([alpha, name]) => [name, `<< /ca ${formatFactor(alpha)} /CA ${formatFactor(alpha)} >>`]))} >> ` +
      `/XObject << ${list([...resources.objects].map(([number, name]) => [name, `${number} 0 R`]))} >> ` +
      `/Pattern << ${list([...resources.patterns].map(([number, name]) => [name, `${number} 0 R`]))} >> ` +
      `/Font << ${list([...resources.fonts.values()].map(({ name, number }) => [name, `${number} 0 R`]))} >> >>`,
    resources.dictionary,
  );
  const pages = pdf.reserve();
  const page = pdf.add(
    `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 ${formatFactor(widthPx * points)} ${formatFactor(heightPx * points)}] ` +
      `/Group << /S /Transparency /CS /DeviceRGB >> /Resources ${resources.dictionary} 0 R /Contents ${contents} 0 R >>`,
  );
  pdf.add(`<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`, pages);
  const info = pdf.add(
    `<< /Producer ${pdfText('Soapstone')}${options.title ? ` /Title ${pdfText(options.title)}` : ''} >>`,
  );
  return pdf.finish(pdf.add(`<< /Type /Catalog /Pages ${pages} 0 R >>`), info);
}

/** Write the fonts of the content, each with only its used glyphs (ISO 32000-1, 9.7 and 9.10). */
async function writePdfFonts({ fonts, pdf }: PdfResources): Promise<void> {
  let count = 0;
  for (const [font, { number }] of fonts) {
    const name = `${subsetTag(count++)}+${postScriptName(font)}`;
    const { face, used } = font;
    const per = (value: number) => Math.round((value * 1000) / face.unitsPerEm);
    const { bytes } = subsetFont(face, new Set(used.keys()));
    const file = await pdf.addStream(`/Length1 ${bytes.length}`, bytes);
    const isItalic = font.file.style === 'italic';
    const descriptor = pdf.add(
      `<< /Type /FontDescriptor /FontName /${name} /Flags ${isItalic ? 68 : 4} /FontBBox [${face.box.map(per).join(' ')}] ` +
        `/ItalicAngle ${isItalic ? -11 : 0} /Ascent ${per(face.ascent)} /Descent ${per(face.descent)} /CapHeight ${per(face.ascent * 0.67)} ` +
        `/StemV ${font.file.weight >= 600 ? 140 : 80} /FontFile2 ${file} 0 R >>`,
    );
    const glyphs = [...used.keys()].sort((a, b) => a - b);
    const widths = glyphs.map((glyph) => `${glyph} [${per(face.getAdvance(glyph))}]`).join(' ');
    const descendant = pdf.add(
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ` +
        `/FontDescriptor ${descriptor} 0 R /DW 1000 /W [${widths}] /CIDToGIDMap /Identity >>`,
    );
    const letters = await pdf.addStream('', writeCharacterMap(font, glyphs));
    pdf.add(
      `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${letters} 0 R >>`,
      number,
    );
  }
}

/** Return the PostScript name of a font. It includes the script, because each file of the family is a separate font. */
function postScriptName({ file }: LoadedFont): string {
  const script = file.file.replace(/^.*source-sans-3-(.*)-\d+-\w+\.woff2$/, '$1').replaceAll('-', '');
  const style = `${file.weight >= 600 ? 'Bold' : ''}${file.style === 'italic' ? 'Italic' : ''}` || 'Regular';
  return `${file.family.replaceAll(' ', '')}-${style}-${script}`;
}

/** Return the prefix of a font subset: six capital letters. */
function subsetTag(count: number): string {
  return `SOAP${String.fromCharCode(65 + Math.floor(count / 26), 65 + (count % 26))}`;
}

/** Map glyphs to characters, so that text can be searched and copied. */
function writeCharacterMap({ used }: LoadedFont, glyphs: readonly number[]): Uint8Array {
  const map = createByteWriter();
  map.text(
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n' +
      '/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n',
  );
  for (let from = 0; from < glyphs.length; from += 100) {
    const part = glyphs.slice(from, from + 100);
    map.text(`${part.length} beginbfchar\n`);
    for (const glyph of part) {
      const letter = String.fromCodePoint(used.get(glyph)!);
      let hex = '';
      for (let i = 0; i < letter.length; i++) hex += hex4(letter.charCodeAt(i));
      map.text(`<${hex4(glyph)}> <${hex}>\n`);
    }
    map.text('endbfchar\n');
  }
  map.text('endcmap CMapName currentdict /CMap defineresource pop end end\n');
  return map.join();
}
