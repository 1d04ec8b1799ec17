import { expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import { formats, getFileExtension } from '../../../sw/draw/image/formats.ts';
import { sampleContext } from '../../contract/sample-context.ts';

const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

/** The first bytes of each file type. */
const beginnings: Readonly<Record<string, readonly number[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/bmp': letters('BM'),
  'image/x-dib': [108, 0, 0, 0],
  'image/tiff': [0x49, 0x49, 42, 0],
  'image/gif': letters('GIF8'),
  'image/svg+xml': letters('<?xml'),
  'application/pdf': letters('%PDF-1.7'),
  'application/postscript': letters('%!PS-Adobe-3.0'),
  'image/emf': [1, 0, 0, 0],
};

const request = (format: string, how: string) => `<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:tns="urn:gis:schemas/3.2.0">
<soap:Body><tns:ExportMapImage><MapDescription xsi:type="tns:MapDescription"><Name>Layers</Name>
<MapArea xsi:type="tns:MapExtent"><Extent xsi:type="tns:EnvelopeN"><XMin>-10</XMin><YMin>40</YMin><XMax>10</XMax><YMax>50</YMax></Extent></MapArea>
<Rotation>0</Rotation></MapDescription><ImageDescription><ImageType><ImageFormat>${format}</ImageFormat><ImageReturnType>${how}</ImageReturnType></ImageType>
<ImageDisplay xsi:type="tns:ImageDisplay"><ImageHeight>120</ImageHeight><ImageWidth>160</ImageWidth><ImageDPI>96</ImageDPI></ImageDisplay></ImageDescription>
</tns:ExportMapImage></soap:Body></soap:Envelope>`;

async function makeRequest(format: string, how: string): Promise<Document> {
  const response = await answer(
    await sampleContext(),
    new Request('http://soapstone.test/services/Sample/MapServer', {
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
      body: request(format, how),
    }),
  );
  const text = await response!.text();
  expect(response!.status, text).toBe(200);
  return new DOMParser().parseFromString(text, 'text/xml');
}

const readText = (answered: Document, name: string) => answered.getElementsByTagName(name)[0]?.textContent ?? '';

/** Return the expected image type of a format. The sample map has no background, so JPGPNG is a PNG. */
const readType = (format: keyof typeof formats) =>
  format === 'gisImageJPGPNG' ? 'image/png' : formats[format].mimeType;

test.each(Object.keys(formats) as (keyof typeof formats)[])('%s inline and by address', async (format) => {
  const mimeType = readType(format);
  const inline = await makeRequest(format, 'gisImageReturnMimeData');
  expect(readText(inline, 'ImageType')).toBe(mimeType);
  expect(readText(inline, 'ImageURL')).toBe('');
  const bytes = Uint8Array.from(atob(readText(inline, 'ImageData')), (letter) => letter.charCodeAt(0));
  const beginning = beginnings[mimeType]!;
  expect([...bytes.subarray(0, beginning.length)]).toEqual(beginning);

  const byUrl = await makeRequest(format, 'gisImageReturnURL');
  expect(byUrl.getElementsByTagName('ImageData')).toHaveLength(0);
  const address = readText(byUrl, 'ImageURL');
  expect(address.endsWith(`.${getFileExtension(mimeType)}`), address).toBe(true);
  const file = await answer(await sampleContext(), new Request(address));
  expect(file!.headers.get('content-type')).toBe(mimeType);
  expect(new Uint8Array(await file!.arrayBuffer()).length).toBe(bytes.length);
});
