import type { Drawing } from '../../surface/record.ts';
import type { VectorOptions } from '../encode-options.ts';
import { loadLayouts } from '../font/text-layout.ts';
import { fine } from './numbers.ts';
import { writeContent } from './pdf-content.ts';
import { createPdfFile, pdfText } from './pdf-file.ts';
import { writePdfFonts } from './pdf-fonts.ts';
import type { PdfResources } from './pdf-resources.ts';

/**
 * Write a drawing as a one-page PDF 1.7: paths, searchable text in embedded fonts, transparency, hatches as lines,
 * repeated pictures as patterns.
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
  const begin = `${resources.space.map(fine).join(' ')} cm\n`;
  const content = await writeContent(resources, commands, begin);
  const contents = await pdf.addStream('', content);
  await writePdfFonts(resources);
  const list = (entries: Iterable<readonly [string, string]>) =>
    [...entries].map(([name, value]) => `/${name} ${value}`).join(' ');
  pdf.add(
    `<< /ExtGState << ${list([...resources.alphas].map(([alpha, name]) => [name, `<< /ca ${fine(alpha)} /CA ${fine(alpha)} >>`]))} >> ` +
      `/XObject << ${list([...resources.objects].map(([number, name]) => [name, `${number} 0 R`]))} >> ` +
      `/Pattern << ${list([...resources.patterns].map(([number, name]) => [name, `${number} 0 R`]))} >> ` +
      `/Font << ${list([...resources.fonts.values()].map(({ name, number }) => [name, `${number} 0 R`]))} >> >>`,
    resources.dictionary,
  );
  const pages = pdf.reserve();
  const page = pdf.add(
    `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 ${fine(widthPx * points)} ${fine(heightPx * points)}] ` +
      `/Group << /S /Transparency /CS /DeviceRGB >> /Resources ${resources.dictionary} 0 R /Contents ${contents} 0 R >>`,
  );
  pdf.add(`<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`, pages);
  const info = pdf.add(
    `<< /Producer ${pdfText('Soapstone')}${options.title ? ` /Title ${pdfText(options.title)}` : ''} >>`,
  );
  return pdf.finish(pdf.add(`<< /Type /Catalog /Pages ${pages} 0 R >>`), info);
}
