import { useEffect, useRef } from 'preact/hooks';
import { type OperationGroup, operations } from '../../sw/contract/index.ts';
import { type PortalGroup, portalOperations } from '../../sw/portal/contract/index.ts';
import { changeRoute, route, routeLink } from '../state/route.ts';
import { type AdminOperationRow, adminOperations } from './portal/admin-operations.ts';
import { ogcOperations } from './portal/ogc-operations.ts';
import { titleOf } from './portal/operation-rows.ts';
import { type RestOperationRow, restOperations } from './portal/rest-operations.ts';
import { explorerText as t } from './text/explorer-text.ts';

const mapGroups: readonly OperationGroup[] = ['description', 'rendering', 'search', 'query', 'legend', 'tiles'];
const portalGroups: readonly PortalGroup[] = [
  'portal',
  'content',
  'collaborations',
  'webhooks',
  'resources',
  'sign-in',
];
const restGroups: readonly RestOperationRow['group'][] = ['rest-catalogue', 'rest-service', 'rest-layer'];
const ogcGroups = ['wms', 'wmts', 'ogc-features', 'vector-tiles'] as const;
const adminGroups: readonly AdminOperationRow['group'][] = ['services', 'maps', 'caches', 'server'];

interface Entry {
  readonly name: string;
  readonly doc: string;
  readonly group: string;
}

const entriesOf = (table: Readonly<Record<string, { readonly doc: string; readonly group: string }>>): Entry[] =>
  Object.entries(table).map(([name, { doc, group }]) => ({ name, doc, group }));
const parts = [
  { part: 'map', groups: mapGroups, entries: entriesOf(operations) },
  { part: 'rest', groups: restGroups, entries: entriesOf(restOperations) },
  { part: 'ogc', groups: ogcGroups, entries: entriesOf(ogcOperations) },
  { part: 'admin', groups: adminGroups, entries: entriesOf(adminOperations) },
  { part: 'portal', groups: portalGroups, entries: entriesOf(portalOperations) },
] as const;
const count = parts.reduce((sum, { entries }) => sum + entries.length, 0);

/** The operations by group, filtered by name and description. */
export function OperationList({ current }: { current: string }) {
  const search = route.value.get('search') ?? '';
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = ({ name, doc }: Entry) => terms.every((term) => `${name} ${doc}`.toLowerCase().includes(term));
  const found = parts.map(({ part, groups, entries }) => ({ part, groups, entries: entries.filter(isFound) }));
  const list = useRef<HTMLElement>(null);
  // A link may open an operation far down in the list.
  useEffect(() => {
    list.current?.querySelector('a[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <nav class="operation-list" ref={list} aria-label={t.operations}>
      <input
        class="input"
        type="search"
        placeholder={t.search(count)}
        aria-label={t.search(count)}
        value={search}
        onInput={(event) => changeRoute({ search: event.currentTarget.value })}
      />
      {found.every(({ entries }) => entries.length === 0) && <p class="soft">{t.nothingFound(search)}</p>}
      {found
        .filter(({ entries }) => entries.length > 0)
        .map(({ part, groups, entries }) => (
          <section key={part} class="operation-part">
            <h2>{t.parts[part]}</h2>
            {groups.map((group) => (
              <Group
                key={group}
                group={group}
                rows={entries.filter((entry) => entry.group === group)}
                {...{ current, search }}
              />
            ))}
          </section>
        ))}
    </nav>
  );
}

function Group(props: { group: keyof typeof t.groups; rows: readonly Entry[]; current: string; search: string }) {
  const { group, rows, current, search } = props;
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{t.groups[group]}</h3>
      <ul>
        {rows.map(({ name, doc }) => (
          <li key={name}>
            <a
              {...routeLink('explorer', { operation: name, search })}
              title={doc}
              aria-current={name === current ? 'true' : undefined}
            >
              {titleOf(name)}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
