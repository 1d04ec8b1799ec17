import { batch, effect, untracked } from '@preact/signals';
import { keyOfMap, parseMapId } from '../../sw/service/map-key.ts';
import { resolveChoice } from './references.ts';
import { openPage, page, route } from './route.ts';
import {
  currentKey,
  filters,
  labels,
  mapInfo,
  openService,
  refreshServices,
  restoreSwitches,
  services,
  visibility,
} from './services.ts';
import { type Dock, dock, restoreDock } from './tasks.ts';
import { pendingStep } from './unsaved.ts';
import { chooseProjection, goToView, type ProjectionChoice, projection, type View, view } from './view.ts';

/**
 * State of the page in its address. The map has `?service=World&layers=-2,3&labels=4&filter.3=POP >
 * 5#xmin,ymin,xmax,ymax,rotation`. An open table adds `table=3&where=POP > 5&filter=berlin&sort=POP:down`, or
 * `statistics=3` for statistics. Other pages have `?page=explorer&service=World&operation=Find`. Composed maps have
 * `?composed=4f0c…`, because `map` is a parameter of other pages.
 */
interface Address {
  readonly page: string;
  /** Parameters of the page; empty for the map. */
  readonly route: ReadonlyMap<string, string>;
  readonly service: string | undefined;
  readonly projection: ProjectionChoice;
  readonly visibility: ReadonlyMap<number, boolean>;
  readonly labels: ReadonlyMap<number, boolean>;
  readonly filters: ReadonlyMap<number, string>;
  readonly view: View | undefined;
  readonly dock: Dock | undefined;
}

/** Parameters that the address of the map may have, in addition to its service and filters. */
const dockParameters = ['table', 'statistics', 'where', 'filter', 'sort'];
const mapParameters = ['projection', 'layers', 'labels', ...dockParameters];
const sharedParameters = ['page', 'service', 'composed'];
/** Changes to only these parameters add no history entry. */
const quietParameters = new Set(['request', 'search']);

/** Parameter with the condition on the rows of a layer, by its ID. */
const filterName = /^filter\.(\d{1,6})$/;

/** Read an address, ignoring invalid parts. */
export function readAddress(url: URL): Address {
  const chosen = url.searchParams.get('projection');
  const page = url.searchParams.get('page') ?? 'maps';
  const otherParameters = [...url.searchParams].filter(
    ([name]) => ![...sharedParameters, ...mapParameters].includes(name) && !filterName.test(name),
  );
  return {
    page,
    route: new Map(page === 'maps' ? [] : otherParameters),
    service: serviceIn(url.searchParams),
    projection: chosen === 'map' || chosen === 'mercator' || chosen === 'equalEarth' ? chosen : 'auto',
    visibility: readSwitches(url.searchParams.get('layers')),
    labels: readSwitches(url.searchParams.get('labels')),
    filters: readFilters(url.searchParams),
    view: readView(decodeURIComponent(url.hash.slice(1))),
    dock: readDock(url.searchParams),
  };
}

/**
 * Return the key of the service or composed map in an address; undefined if there is none. Composed maps have their ID
 * in a separate parameter.
 */
function serviceIn(parameters: URLSearchParams): string | undefined {
  const id = parameters.get('composed');
  return id ? keyOfMap(id) : (parameters.get('service') ?? undefined);
}

function readDock(parameters: URLSearchParams): Dock | undefined {
  const tab = parameters.has('statistics') ? 'statistics' : 'table';
  const id = parameters.get(tab) ?? '';
  if (!/^\d+$/.test(id)) return undefined;
  const sort = (parameters.get('sort') ?? '').split(',').filter((word) => word !== '');
  return {
    tab,
    tableId: Number(id),
    where: parameters.get('where') ?? '',
    typed: parameters.get('filter') ?? '',
    sort: sort.map((word) => ({ field: word.replace(/:down$/, ''), isDown: word.endsWith(':down') })),
  };
}

/**
 * Return the parameters of the dock. Queries with a geometry aren't written, because without it the parameters would
 * select other rows.
 */
function writeDock(shown: Dock | undefined): Readonly<Record<string, string>> {
  if (!shown) return {};
  const sort = (shown.sort ?? []).map(({ field, isDown }) => `${field}${isDown ? ':down' : ''}`);
  return {
    [shown.tab]: String(shown.tableId),
    where: shown.area ? '' : shown.where,
    filter: shown.typed ?? '',
    sort: sort.join(','),
  };
}

function readSwitches(text: string | null): ReadonlyMap<number, boolean> {
  const entries = (text ?? '').split(',').filter((word) => /^-?\d+$/.test(word));
  return new Map(entries.map((word) => [Math.abs(Number(word)), !word.startsWith('-')]));
}

const readFilters = (parameters: URLSearchParams): ReadonlyMap<number, string> =>
  new Map(
    [...parameters].flatMap(
      ([name, text]) =>
        filterName
          .exec(name)
          ?.slice(1)
          .map((id) => [Number(id), text]) ?? [],
    ) as [number, string][],
  );

function readView(text: string): View | undefined {
  const numbers = text.split(',').map(Number);
  if (text === '' || numbers.length < 4 || !numbers.every(Number.isFinite)) return undefined;
  const [xmin, ymin, xmax, ymax, rotationDeg = 0] = numbers as [number, number, number, number, number?];
  return xmin < xmax && ymin < ymax ? { extent: [xmin, ymin, xmax, ymax], rotationDeg } : undefined;
}

const writeSwitches = (switches: ReadonlyMap<number, boolean>): string =>
  [...switches].map(([id, isOn]) => `${isOn ? '' : '-'}${id}`).join(',');

function writeAddress(): string {
  const url = new URL(location.href);
  const put = (name: string, value: string) =>
    value ? url.searchParams.set(name, value) : url.searchParams.delete(name);
  const isMap = page.value === 'maps';
  const shown = readAddress(url);
  for (const name of shown.route.keys()) if (!route.value.has(name)) put(name, '');
  put('page', isMap ? '' : page.value);
  const key = currentKey.value ?? '';
  const mapId = parseMapId(key);
  put('service', mapId === undefined ? key : '');
  put('composed', mapId ?? '');
  for (const [name, value] of route.value) put(name, value);
  put('projection', isMap ? readProjectionName() : '');
  const isOfService = isMap && mapId === undefined;
  put('layers', isOfService ? writeSwitches(visibility.value) : '');
  put('labels', isOfService ? writeSwitches(labels.value) : '');
  const filtered = isOfService ? filters.value : new Map<number, string>();
  for (const id of new Set([...shown.filters.keys(), ...filtered.keys()])) put(`filter.${id}`, filtered.get(id) ?? '');
  const written = writeDock(isMap ? dock.value : undefined);
  for (const name of dockParameters) put(name, written[name] ?? '');
  url.hash = isMap && view.value ? writeView(view.value) : '';
  // Slashes and commas are valid in an address and easier to read.
  return url.href.replaceAll('%2C', ',').replaceAll('%2F', '/');
}

/**
 * Return the projection parameter; empty if it is the default. Without it, the view in the address is in the map's
 * own coordinates.
 */
function readProjectionName(): string {
  const info = mapInfo.value;
  const chosen = info ? resolveChoice(projection.value, info) : projection.value;
  return chosen === 'auto' || (info && chosen === 'map' && resolveChoice('auto', info) === 'map') ? '' : chosen;
}

const writeView = ({ extent, rotationDeg }: View): string => {
  const digits = Math.max(0, Math.min(12, Math.ceil(3 - Math.log10(Math.max(extent[2] - extent[0], 1e-9)))));
  const numbers = extent.map((number) => Number(number.toFixed(digits)));
  return [...numbers, ...(rotationDeg ? [Math.round(rotationDeg)] : [])].join(',');
};

/**
 * Restore the state of the page from an address.
 *
 * @param fallbackService the service to open if the address names none
 */
export async function goTo(address: Address, fallbackService: string | undefined): Promise<void> {
  const key = address.service ?? fallbackService;
  let opened: Promise<void> | undefined;
  // Batch the changes, so that no intermediate state is written to the address.
  batch(() => {
    openPage(address.page, Object.fromEntries(address.route));
    if (key !== undefined && key !== currentKey.value) opened = openService(key);
    // Other pages have no parameters of the map, so its state stays.
    if (address.page !== 'maps') return;
    chooseProjection(address.projection);
    goToView(address.view && { ...address.view, isInMapUnits: address.projection === 'auto' });
    restoreSwitches(address);
  });
  await opened;
  // Opening a service closes the dock of the previous one.
  const isShown = address.page === 'maps' && currentKey.value === key;
  if (isShown && (address.dock || !opened)) restoreDock(address.dock);
}

/**
 * Keep the address in sync with the state. Another page, parameter, service or projection adds a history entry; other
 * changes don't.
 */
export function watchAddress(): () => void {
  const historyStepKey = (href: string) => {
    const address = readAddress(new URL(href));
    const loud = [...address.route].filter(([name]) => !quietParameters.has(name));
    // The automatic projection is resolved when the map is read, which adds no history entry.
    const chosen = projection.peek() === 'auto' ? '' : address.projection;
    return JSON.stringify([address.page, address.service, chosen, loud]);
  };
  const stop = effect(() => {
    const href = writeAddress();
    if (href === location.href) return;
    const isStep =
      readAddress(new URL(location.href)).service !== undefined &&
      historyStepKey(href) !== historyStepKey(location.href);
    if (isStep) history.pushState(null, '', href);
    else history.replaceState(null, '', href);
  });
  const follow = () => {
    void untracked(() => goTo(readAddress(new URL(location.href)), currentKey.value));
    // While the user is asked about unsaved work, the map stays, so restore its address.
    if (pendingStep.peek()) history.replaceState(null, '', untracked(writeAddress));
  };
  addEventListener('popstate', follow);
  return () => {
    stop();
    removeEventListener('popstate', follow);
  };
}

/** Read the catalogue and open the map again, after an attempt to read the catalogue has failed. */
export async function retryCatalogue(): Promise<void> {
  await refreshServices();
  if (services.value && !currentKey.value) await goTo(readAddress(new URL(location.href)), services.value[0]?.name);
}
