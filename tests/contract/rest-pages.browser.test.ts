import { expect, test } from 'vitest';
import { findRest } from '../../sw/extensions/rest/contract/index.ts';
import { askRest } from './rest/ask-rest.ts';
import { sampleContext } from './sample-context.ts';

const map = 'services/Sample/MapServer';

async function page(path: string, parameters: Readonly<Record<string, unknown>> = {}, init: RequestInit = {}) {
  const response = await askRest(await sampleContext(), path, { f: 'html', ...parameters }, init);
  expect(response.headers.get('content-type')).toContain('text/html');
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

const texts = (of: ParentNode, selector: string): string[] =>
  Array.from(of.querySelectorAll(selector), ({ textContent }) => textContent.trim());

test.each(['export', 'identify', 'find', 'legend', '1/query', '1/queryRelatedRecords', '1/queryAttachments', '1/1'])(
  'the page of %s has a field for each parameter and complains of nothing before it is sent',
  async (path) => {
    const shown = await page(`${map}/${path}`);
    const { row } = findRest(path.split('/'), 'MapServer')!;
    const names = Object.entries(row.parameters).flatMap(([name, { kind }]) => (kind === 'unused' ? [] : [name]));
    const fields = Array.from(shown.querySelectorAll<HTMLInputElement>('form [name]:not([name=f])'));
    expect(fields.map(({ name }) => name).sort()).toEqual(names.sort());
    for (const { name, value, required } of fields) {
      const { default: standard = '', required: isNeeded = false } = row.parameters[name]!;
      expect([name, required]).toEqual([name, isNeeded]);
      if (name !== 'resultRecordCount') expect([name, value.toLowerCase()]).toEqual([name, standard.toLowerCase()]);
    }
    expect(texts(shown, '[role=alert]')).toEqual([]);
  },
);

test.each(['GET', 'POST'])('the rows of a query by %s stand below its form', async (method) => {
  const shown = await page(`${map}/1/query`, { where: 'POP > 1000', outFields: '*' }, { method });
  expect(shown.querySelector<HTMLInputElement>('[name=where]')!.value).toBe('POP > 1000');
  const response = await askRest(await sampleContext(), `${map}/1/query`, {
    f: 'json',
    where: 'POP > 1000',
    outFields: '*',
  });
  const { features, objectIdFieldName } = await response.json();
  expect(features.length).toBeGreaterThan(0);
  const links = Array.from(shown.querySelectorAll('#result tbody a'), (link) => link.getAttribute('href'));
  expect(links).toEqual(
    features.map(
      ({ attributes }: { attributes: Record<string, unknown> }) => `/rest/${map}/1/${attributes[objectIdFieldName]}`,
    ),
  );
});

test('what is wrong is said above the form that keeps what was given, as text', async () => {
  const shown = await page(`${map}/1/query`, { where: '<b>"NOPE' });
  expect(texts(shown, '[role=alert]')[0]).toMatch(/^Error 400 where/);
  expect(shown.querySelector<HTMLInputElement>('[name=where]')!.value).toBe('<b>"NOPE');
  expect(shown.querySelector('b')).toBeNull();
});

test('the pages lead from the catalogue to a row, and back', async () => {
  const seen = new Set<string>();
  const waiting = ['/rest/services'];
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    if (seen.has(path) || seen.size > 200) continue;
    seen.add(path);
    const shown = await page(path.slice('/rest/'.length));
    // A layer may have no attachments or popups.
    if (!/\d\/(attachments|htmlPopup)$/.test(path)) expect(`${path} ${texts(shown, 'h1')[0]}`).not.toContain('Error');
    expect([path, texts(shown, '[role=alert]')]).toEqual([path, []]);
    for (const link of shown.querySelectorAll('a')) {
      const href = link.getAttribute('href')!;
      if (href.startsWith('/rest/') && !href.includes('?')) waiting.push(href);
    }
  }
  for (const path of ['', '/0', '/1', '/1/query', '/1/1', '/legend', '/layers', '/export', '/identify'])
    expect([...seen]).toContain(`/rest/${map}${path}`);
  expect([...seen]).toContain('/rest/services/Sample/FeatureServer/1/query');
});

test('links and the form carry the token that came', async () => {
  const shown = await page(`${map}/1`, { token: 'none' });
  // An invalid token is refused only by a private service.
  const links = Array.from(shown.querySelectorAll('a'), (link) => link.getAttribute('href')!);
  expect(links.filter((href) => href.startsWith('/rest/')).every((href) => href.endsWith('token=none'))).toBe(true);
  const form = await page(`${map}/export`, { token: 'none' }, { method: 'POST' });
  expect(form.querySelector<HTMLInputElement>('form [name=token]')!.value).toBe('none');
});
