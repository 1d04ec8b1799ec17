import { h, render } from 'preact';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { overlay, showOverlay } from '../../../src/shell/overlay.ts';
import { CommandPalette } from '../../../src/shell/overlays.tsx';
import { watchShortcuts } from '../../../src/shell/shortcuts.ts';
import { text } from '../../../src/text/text.ts';

const opened = vi.fn();

beforeAll(() => {
  const listened = vi.spyOn(document, 'addEventListener');
  watchShortcuts();
  const added = [...listened.mock.calls];
  listened.mockRestore();
  return () => {
    for (const [type, listener, options] of added) document.removeEventListener(type, listener!, options);
  };
});
beforeEach(() => {
  vi.spyOn(window, 'open').mockImplementation(opened);
  render(h('div', { class: 'shell' }, h('input', { id: 'other' })), document.body);
  document.getElementById('other')!.focus();
});
afterEach(() => {
  render(null, document.body);
  showOverlay('none');
  opened.mockReset();
  vi.restoreAllMocks();
});

/** Render the palette, like the app does when its code has loaded. */
const show = () => render(h(CommandPalette, { onClose: () => showOverlay('none') }), document.body);
const field = () => document.querySelector<HTMLInputElement>('.palette input')!;
const other = () => document.querySelector<HTMLInputElement>('#other')!;

test('what is typed before the palette stands is typed into it, and what follows goes behind it', async () => {
  await userEvent.keyboard('{Control>}k{/Control}Sexr{Backspace}{Backspace}');
  expect(other().value).toBe('');
  show();
  expect(field().value).toBe('Se');
  await userEvent.keyboard('rvices');
  expect(field().value).toBe('Services');
  expect(opened).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(opened.mock.calls).toEqual([['/services', '_blank', 'noopener']]);
});

test('Enter before the palette stands runs what it finds', async () => {
  await userEvent.keyboard(`{Control>}k{/Control}${text.navigation.services}{Enter}`);
  show();
  expect(opened.mock.calls).toEqual([['/services', '_blank', 'noopener']]);
  expect(overlay.value).toBe('none');
});

test('Escape before the palette stands takes it back, and what was typed', async () => {
  await userEvent.keyboard('{Control>}k{/Control}Se{Escape}ab');
  expect([overlay.value, other().value]).toEqual(['none', 'ab']);
  await userEvent.keyboard('{Control>}k{/Control}');
  show();
  expect(field().value).toBe('');
});
