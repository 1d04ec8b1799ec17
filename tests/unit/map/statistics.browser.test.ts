import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, expect, test } from 'vitest';
import { Statistics, type StatisticsProps } from '../../../src/map/table/statistics.tsx';
import type { TableSubject } from '../../../src/state/rows.ts';

/** Requests to the server, which the test answers. */
const requested: { readonly by: string; readonly answer: (labels: readonly string[]) => void }[] = [];
const read: StatisticsProps['read'] = async (_subject, _field, by) => {
  if (!by) return { facts: [], bars: [{ label: '0 – 5', value: 3, where: 'SIZE < 5' }], left: 0 };
  const labels = await new Promise<readonly string[]>((answer) => requested.push({ by: by.Name, answer }));
  return { facts: [], bars: labels.map((label) => ({ label, value: 1, where: `${by.Name} = '${label}'` })), left: 0 };
};

const subject = {
  id: 3,
  name: 'Mills',
  fields: [
    { Name: 'SIZE', AliasName: 'Size', Type: 'gisFieldTypeDouble' },
    { Name: 'KIND', AliasName: 'Kind', Type: 'gisFieldTypeString' },
    { Name: 'TOWN', AliasName: 'Town', Type: 'gisFieldTypeString' },
  ],
} as unknown as TableSubject;

let host: HTMLElement;
beforeEach(async () => {
  requested.length = 0;
  host = document.body.appendChild(document.createElement('div'));
  await act(() => render(h(Statistics, { subject, requested: { where: '' }, onPick: () => undefined, read }), host));
  return () => {
    render(null, host);
    host.remove();
  };
});

const figure = () => host.querySelector('figure')!;
const groupBy = (name: string) =>
  act(() => {
    const select = host.querySelectorAll('select')[1]!;
    select.value = name;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
/** The response passes through several promises before it is shown. */
const answer = (index: number, text: readonly string[]) =>
  act(async () => {
    requested[index]!.answer(text);
    await new Promise((resolve) => setTimeout(resolve));
  });
const labels = () => [...figure().querySelectorAll('button .bar-label')].map(({ textContent }) => textContent);

test('ranges are not shown as groups while the groups are on their way', async () => {
  await groupBy('KIND');

  expect(labels()).toEqual([]);
  expect(figure().textContent).toContain('Size');
  expect(host.querySelector('.statistics')!.getAttribute('aria-busy')).toBe('true');

  await answer(0, ['wind', 'water']);
  expect(labels()).toEqual(['wind', 'water']);
  expect(figure().textContent).toContain('Kind');
  expect(host.querySelector('.statistics')!.getAttribute('aria-busy')).toBe('false');
});

test('an answer that comes after the next question is dropped', async () => {
  await groupBy('KIND');
  await groupBy('TOWN');

  await answer(1, ['Husum']);
  await answer(0, ['wind']);

  expect(labels()).toEqual(['Husum']);
  expect(figure().querySelector('figcaption')!.textContent).toContain('Town');
});
