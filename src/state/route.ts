import { batch, signal } from '@preact/signals';
import { returnToView } from './view.ts';

/** The current page: a key of the table of pages. */
export const page = signal('maps');

/** Parameters of the page in the address, such as the operation or the layer. */
export const route = signal<ReadonlyMap<string, string>>(new Map());

type Parameters = Readonly<Record<string, string | undefined>>;

const asMap = (parameters: Parameters): ReadonlyMap<string, string> =>
  new Map(Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1])));

/** Go to a page with parameters. */
export function openPage(name: string, parameters: Parameters = {}): void {
  batch(() => {
    if (name === 'maps' && page.value !== 'maps') returnToView();
    page.value = name;
    route.value = asMap(parameters);
  });
}

/** Change some parameters of the page. Empty values are removed. */
export function changeRoute(parameters: Parameters): void {
  route.value = asMap({ ...Object.fromEntries(route.value), ...parameters });
}

/** Return the properties of a link to a page. A click navigates in place; the URL is for new tabs. */
export function routeLink(
  name: string,
  parameters: Parameters = {},
): { href: string; onClick: (event: MouseEvent) => void } {
  const url = new URL(location.pathname, location.href);
  if (name !== 'maps') url.searchParams.set('page', name);
  for (const [key, value] of asMap(parameters)) url.searchParams.set(key, value);
  return {
    href: url.href.replaceAll('%2F', '/'),
    onClick: (event) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      openPage(name, parameters);
    },
  };
}
