import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OfflineArea, type OfflineAreaProps } from '../../../../src/extensions/remote/offline-area.tsx';
import { remoteText as t } from '../../../../src/extensions/remote/remote-text.ts';
import { currentKey, type MapInfo, mapInfo } from '../../../../src/state/services.ts';
import { screen, view } from '../../../../src/state/view.ts';

const file = {
  address: 'https://there.example/areas.fgb',
  host: 'there.example',
  runs: [[0, 99]],
  bytes: 6_553_600,
  missingBytes: 6_553_600,
  requests: 4,
} as const;

/** The abort signals of the page's requests; each request runs until it is aborted. */
let signals: AbortSignal[];
let host: HTMLElement;
beforeEach(() => {
  signals = [];
  currentKey.value = 'areas';
  mapInfo.value = { SpatialReference: { type: 'GeographicCoordinateSystem', WKID: 4326 } } as unknown as MapInfo;
  view.value = { extent: [0, 0, 10, 10], rotationDeg: 0 };
  screen.value = { widthPx: 100, heightPx: 100, resolution: 0.1 } as typeof screen.value;
  host = document.body.appendChild(document.createElement('div'));
});
afterEach(() => {
  render(null, host);
  host.remove();
  currentKey.value = mapInfo.value = view.value = screen.value = undefined;
});

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signals.push(signal);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
const show = (plan: OfflineAreaProps['plan']) => {
  const store: OfflineAreaProps['store'] = (_service, _files, { signal }) => untilAborted(signal);
  return act(() => render(h(OfflineArea, { service: 'areas', onChange: () => {}, plan, store }), host));
};
const press = (name: string) =>
  act(async () => {
    [...host.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name)!.click();
    // The plan arrives after a few promises.
    await new Promise((resolve) => setTimeout(resolve));
  });

test('leaving the page cancels a download', async () => {
  await show(async () => [file]);
  await press(t.offlineCount);
  await press(t.offlineStore);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  await act(() => render(null, host));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test('leaving the page cancels finding out what a download costs', async () => {
  await show((_service, _area, signal) => untilAborted(signal));
  await press(t.offlineCount);
  await act(() => render(null, host));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test('a download that is cancelled can be begun again', async () => {
  await show(async () => [file]);
  await press(t.offlineCount);
  await press(t.offlineStore);
  await press(t.cancel);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  await press(t.offlineCount);
  await press(t.offlineStore);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(host.querySelector('[role="alert"]')).toBeNull();
});
