import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { DraftInput } from '../../../src/parts/form/draft-input.tsx';

async function field() {
  const host = document.body.appendChild(document.createElement('div'));
  const taken: string[] = [];
  const show = (value: string) =>
    act(() => render(h(DraftInput, { value, onCommit: (text) => void taken.push(text) }), host));
  await show('1');
  const input = host.querySelector('input')!;
  const type = (text: string) =>
    act(() => {
      input.value = text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
  const leave = () =>
    act(() => {
      input.dispatchEvent(new Event('change', { bubbles: true }));
      input.dispatchEvent(new FocusEvent('blur'));
    });
  return { input, taken, show, type, leave };
}

test('what is typed stays when the page is drawn anew, and is taken as a whole', async () => {
  const { input, taken, show, type, leave } = await field();
  await type('50');
  await show('1');
  await type('5000');
  await show('2');
  expect([input.value, taken]).toEqual(['5000', []]);

  await leave();
  expect(taken).toEqual(['5000']);
  await show('5000');
  expect(input.value).toBe('5000');
});

test('what is not taken goes back to what was there, which later values take the place of', async () => {
  const { input, type, leave, show } = await field();
  await type('x');
  await leave();
  expect(input.value).toBe('1');
  await show('3');
  expect(input.value).toBe('3');
});
