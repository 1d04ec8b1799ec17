import { expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { answer } from '../../sw/answer.ts';
import { sampleContext } from './sample-context.ts';

/** Cases with this prefix use the service with tile caches. */
const cachedPrefix = /\/cached-/;

const requests = import.meta.glob<string>('./*/*.request.xml', { query: '?raw', import: 'default', eager: true });
const responses = import.meta.glob<string>('./*/*.response.xml', { query: '?raw', import: 'default', eager: true });

/** Shorten images to their first characters, which show the format. The render tests compare whole images. */
const withoutImages = (xml: string) =>
  xml
    .replace(/<(ImageData|MimeData|Data) ?[^>]*>([^<]{12})[^<]*<\/\1>/g, '<$1>$2...</$1>')
    .replace(/<Result>(iVBORw0K|\/9j\/)[^<]*</g, '<Result>$1...<')
    // The number is counted over all cases, so a new case would change the others.
    .replace(/output\/[0-9a-f]{32}/g, 'output/...');

/** Round coordinates to 13 digits, because the last digits depend on the browser version's `Math.sin`. */
const roundValues = (xml: string) => xml.replace(/-?\d+\.\d{6,}/g, (digits) => Number(digits).toPrecision(13));

const indent = (xml: string) => xml.replace(/></g, '>\n<');

for (const [path, request] of Object.entries(requests)) {
  const expectedPath = path.replace('.request.', '.response.');
  test(path.slice(2).replace('.request.xml', ''), async () => {
    const context = await sampleContext();
    const service = cachedPrefix.test(path) ? 'Cached' : 'Sample';
    const response = await answer(
      context,
      new Request(`http://soapstone.test/services/${service}/MapServer`, {
        method: 'POST',
        headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
        body: request,
      }),
    );
    const actual = `${response!.status}\n${indent(withoutImages(await response!.text()))}\n`;
    if (import.meta.env.VITE_UPDATE) await commands.writeFile(`tests/contract/${expectedPath.slice(2)}`, actual);
    else expect(roundValues(actual)).toBe(roundValues(responses[expectedPath] ?? ''));
  });
}
