import { signal } from '@preact/signals';
import { h, render } from 'preact';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Segments } from '../../../src/parts/form/segments.tsx';
import { Tabs } from '../../../src/parts/tabs.tsx';

const names = { one: 'One', two: 'Two', three: 'Three' };

afterEach(() => render(null, document.body));

test.each(['tab', 'radio'])('arrow keys move focus and choice from %s to %s', async (role) => {
  const value = signal<keyof typeof names>('one');
  const onChange = (next: keyof typeof names) => {
    value.value = next;
  };
  const Page = () =>
    role === 'tab'
      ? h(Tabs<keyof typeof names>, { panel: 'content', tabs: names, value: value.value, onChange })
      : h(Segments<keyof typeof names>, { label: 'Choice', choices: names, value: value.value, onChange });
  render(h(Page, {}), document.body);
  const choices = [...document.querySelectorAll<HTMLElement>(`[role="${role}"]`)];
  await userEvent.tab();
  for (const [key, position] of [
    ['ArrowRight', 1],
    ['ArrowRight', 2],
    ['ArrowRight', 0],
    ['ArrowLeft', 2],
    ['Home', 0],
    ['End', 2],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    expect(document.activeElement).toBe(choices[position]);
    expect(value.value).toBe(Object.keys(names)[position]);
    await expect
      .poll(() => choices.map(({ tabIndex }) => tabIndex))
      .toEqual(choices.map((_, i) => (i === position ? 0 : -1)));
  }
});
