import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { OptimisticControl } from '../../../src/portal/optimistic-control.tsx';

/** A check box that the server answers when the test says so. */
async function checkBox() {
  const host = document.body.appendChild(document.createElement('div'));
  const sent: { readonly requested: boolean; readonly done: (isDone: boolean) => void }[] = [];
  const send = (requested: boolean) => new Promise<boolean>((done) => sent.push({ requested, done }));
  const show = (answer: { value: boolean }) =>
    act(() =>
      render(
        h(OptimisticControl<boolean>, {
          value: answer.value,
          answer,
          send,
          children: (shown, change) =>
            h('input', { type: 'checkbox', checked: shown, onChange: (event) => change(event.currentTarget.checked) }),
        }),
        host,
      ),
    );
  const click = () => act(() => host.querySelector('input')!.click());
  const settle = (at: number, isDone: boolean) => act(async () => sent[at]!.done(isDone));
  return { show, click, settle, isChecked: () => host.querySelector('input')!.checked };
}

test('what was chosen stands until a newer answer is there', async () => {
  const box = await checkBox();
  const before = { value: true };
  await box.show(before);
  await box.click();
  expect(box.isChecked()).toBe(false);

  await box.show(before);
  expect(box.isChecked()).toBe(false);
  await box.settle(0, true);
  await box.show(before);
  expect(box.isChecked()).toBe(false);

  // What others made of it meanwhile is what counts.
  await box.show({ value: true });
  expect(box.isChecked()).toBe(true);
});

test('what the server refuses goes back', async () => {
  const box = await checkBox();
  await box.show({ value: true });
  await box.click();

  await box.settle(0, false);

  expect(box.isChecked()).toBe(true);
});

test('of two choices the later one stands, whatever becomes of the first', async () => {
  const box = await checkBox();
  await box.show({ value: true });
  await box.click();
  await box.click();
  await box.click();

  await box.settle(0, false);

  expect(box.isChecked()).toBe(false);
});
