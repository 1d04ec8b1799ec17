import { useEffect, useRef } from 'preact/hooks';
import { changeRoute, route, routeLink } from '../state/route.ts';
import { parts as operationParts, titleOf } from './operations.ts';
import { explorerText as t } from './text/explorer-text.ts';

const groupsOf = {
  map: ['description', 'rendering', 'search', 'query', 'legend', 'tiles'],
  rest: ['rest-catalogue', 'rest-service', 'rest-layer'],
  ogc: ['wms', 'wmts', 'ogc-features', 'vector-tiles'],
  admin: ['services', 'maps', 'caches', 'server'],
  portal: ['portal', 'content', 'collaborations', 'webhooks', 'resources', 'sign-in'],
} as const satisfies Record<keyof typeof operationParts, readonly (keyof typeof t.groups)[]>;

interface Entry {
  readonly name: string;
  readonly doc: string;
  readonly group: string;
}

const parts = (Object.keys(groupsOf) as (keyof typeof groupsOf)[]).map((part) => ({
  part,
  groups: groupsOf[part],
  entries: Object.entries(operationParts[part]).map(([name, { doc, group }]): Entry => ({ name, doc, group })),
}));
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
