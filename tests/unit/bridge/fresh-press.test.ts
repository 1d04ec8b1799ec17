import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onFreshPress } from '../../../src/bridge/fresh-press.ts';

let page: EventTarget;
let hasFocus: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  hasFocus = true;
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('document', { hasFocus: () => hasFocus });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function shown() {
  const button = Object.assign(new EventTarget(), { disabled: false }) as unknown as HTMLButtonElement;
  const press = vi.fn();
  onFreshPress(button, press);
  return {
    button,
    press,
    down: () => button.dispatchEvent(new Event('pointerdown')),
    /** @param detail 1 for a pointer, 0 for the keyboard */
    click: (detail = 1) => button.dispatchEvent(Object.assign(new Event('click'), { detail })),
  };
}

test('the second click of a double click is not taken', () => {
  const { button, press, down, click } = shown();
  down();
  click();
  expect([button.disabled, press.mock.calls.length]).toEqual([true, 0]);
});

test('a press that began before the wait was over is not taken', () => {
  const { press, down, click } = shown();
  down();
  vi.advanceTimersByTime(1000);
  click();
  expect(press).not.toHaveBeenCalled();
  down();
  click();
  click();
  expect(press).toHaveBeenCalled();
});

test('keys press without a pointer, but not before the wait is over', () => {
  const { press, click } = shown();
  vi.advanceTimersByTime(499);
  click(0);
  expect(press).not.toHaveBeenCalled();
  vi.advanceTimersByTime(501);
  click(0);
  expect(press).toHaveBeenCalledOnce();
});

test('the wait begins again when the window comes to the front, and is not over behind others', () => {
  const { button, press, down, click } = shown();
  vi.advanceTimersByTime(1000);
  hasFocus = false;
  page.dispatchEvent(new Event('blur'));
  vi.advanceTimersByTime(10_000);
  expect(button.disabled).toBe(true);
  hasFocus = true;
  page.dispatchEvent(new Event('focus'));
  down();
  click();
  expect(press).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  down();
  click();
  expect(press).toHaveBeenCalledOnce();
});
