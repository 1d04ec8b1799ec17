/** Create an empty element for a map in the corner of the page, and remove the last one. */
export function newElement(widthPx: number, heightPx: number): HTMLElement {
  document.getElementById('map')?.remove();
  const element = document.createElement('div');
  element.id = 'map';
  element.style.cssText = `position: absolute; width: ${widthPx}px; height: ${heightPx}px; background: #fff`;
  document.body.append(element);
  return element;
}

/** The visible extent, in Web Mercator. */
export type Seen = readonly [xmin: number, ymin: number, xmax: number, ymax: number];

/** Register the worker of the app and wait until it controls this page. */
export async function startWorker(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js', { scope: '/' });
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
}
