import './explorer.css';
import { batch } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type OperationName, operations } from '../../sw/contract/index.ts';
import { Select } from '../parts/form/select.tsx';
import { Icon } from '../parts/icon.tsx';
import { EmptyState, ErrorState } from '../parts/notice.tsx';
import { changeRoute, route, routeLink } from '../state/route.ts';
import { currentKey, mapError, mapInfo, openService, services } from '../state/services.ts';
import { text } from '../text/text.ts';
import { AnswerView } from './answer/answer-view.tsx';
import { exampleRequest } from './example-request.ts';
import { httpRow, isHttpOperation, parts as operationParts, operationTitle } from './operations.ts';
import { type ExplorerRequest, emptyRequest, isSoap, type Members, readNote, unpackRequest } from './request.ts';
import { requestFacts } from './request-facts.ts';
import { HttpPanel, SoapPanel } from './request-panel.tsx';
import { isShown, openRequest } from './session.ts';
import { explorerText as t } from './text/explorer-text.ts';

const firstOperation: OperationName = 'ExportMapImage';

export function ExplorerPage() {
  const named = route.value.get('operation');
  const chosen = isSoap(named ?? undefined) || isHttpOperation(named ?? undefined) ? named! : undefined;
  const shown = chosen ?? firstOperation;
  return (
    <main class="page explorer" id="main" tabIndex={-1} data-chosen={chosen ? '' : undefined}>
      <OperationList current={shown} />
      <div class="explorer-main" key={shown}>
        <button
          type="button"
          class="button quiet small only-narrow"
          onClick={() => changeRoute({ operation: undefined })}
        >
          <Icon name="chevron-left" size={15} />
          {t.allOperations}
        </button>
        {isSoap(shown) ? <MapOperation operation={shown} /> : <HttpOperation operation={shown} />}
      </div>
    </main>
  );
}

/** Open a new request, or the request in the address from a link or the history. */
function useOpened(fresh: ExplorerRequest | undefined, others: readonly unknown[]): void {
  const packed = route.value.get('request');
  useEffect(() => {
    if (!fresh) return;
    const note = packed ? unpackRequest(packed) : undefined;
    batch(() => {
      openRequest(fresh, note === undefined ? undefined : readNote(fresh.operation, fresh.path.service ?? '', note));
      if (packed) changeRoute({ request: undefined });
    });
  }, [...others, packed]);
}

function MapOperation({ operation }: { operation: OperationName }) {
  const [key, info] = [currentKey.value, mapInfo.value];
  const facts = useMemo(() => info && requestFacts(info), [info]);
  const fresh = useMemo((): ExplorerRequest | undefined => {
    if (!facts || !key) return undefined;
    const values = exampleRequest(operation, facts) as Members;
    return { ...emptyRequest(operation), path: { service: key }, values };
  }, [operation, key, facts]);
  useOpened(fresh, [fresh]);
  return (
    <>
      <header>
        <h1>{operation}</h1>
        <p>{operations[operation].doc}</p>
        <label class="inline-field">
          <span>{t.service}</span>
          <Select
            value={key ?? ''}
            choices={(services.value ?? []).map(({ name, title }) => [name, title])}
            onChange={(name) => void openService(name)}
          />
        </label>
      </header>
      {services.value?.length === 0 && (
        <EmptyState icon="map" title={text.services.emptyTitle}>
          <p>{text.services.empty}</p>
        </EmptyState>
      )}
      {mapError.value && (
        <ErrorState
          title={text.services.mapFailed}
          message={mapError.value}
          onRetry={() => key && void openService(key)}
        />
      )}
      {!info && key && !mapError.value && <Waiting />}
      {facts && fresh && isShown(fresh) && (
        <Exchange key={`${key} ${operation}`}>
          <SoapPanel operation={operation} facts={facts} />
        </Exchange>
      )}
    </>
  );
}

function HttpOperation({ operation }: { operation: string }) {
  const { doc, path, effect, allow, bytes, method } = httpRow(operation);
  const fresh = emptyRequest(operation);
  useOpened(fresh, [operation]);
  return (
    <>
      <header>
        <h1>{operationTitle(operation)}</h1>
        <p>{doc}</p>
        <p class="row operation-facts">
          <code>
            {method ?? (effect === 'read' ? 'GET, POST' : 'POST')} {path}
          </code>
          <span data-effect={effect}>{effect === 'read' ? t.portal.reads : t.portal.writes}</span>
          <span>{t.portal.rules[allow]}</span>
          {bytes && <span>{t.portal.answersFile}</span>}
        </p>
      </header>
      {isShown(fresh) ? (
        <Exchange key={operation}>
          <HttpPanel operation={operation} />
        </Exchange>
      ) : (
        <Waiting />
      )}
    </>
  );
}

const Waiting = () => <div class="skeleton" style={{ height: '240px' }} />;

const Exchange = ({ children }: { children: ComponentChildren }) => (
  <div class="exchange">
    {children}
    <AnswerView />
  </div>
);

const groupsByPart = {
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

const parts = (Object.keys(groupsByPart) as (keyof typeof groupsByPart)[])
  .map((part) => ({
    part,
    groups: groupsByPart[part],
    entries: Object.entries(operationParts[part]).map(([name, { doc, group }]): Entry => ({ name, doc, group })),
  }))
  .filter(({ entries }) => entries.length > 0);
const count = parts.reduce((sum, { entries }) => sum + entries.length, 0);

/** The operations by group, filtered by name and description. */
export function OperationList({ current }: { current: string }) {
  const search = route.value.get('search') ?? '';
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isMatch = ({ name, doc }: Entry) => terms.every((term) => `${name} ${doc}`.toLowerCase().includes(term));
  const matchingParts = parts.map(({ part, groups, entries }) => ({ part, groups, entries: entries.filter(isMatch) }));
  const list = useRef<HTMLElement>(null);
  // Scroll to the current operation, because a link may open one far down the list.
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
      {matchingParts.every(({ entries }) => entries.length === 0) && <p class="soft">{t.nothingFound(search)}</p>}
      {matchingParts
        .filter(({ entries }) => entries.length > 0)
        .map(({ part, groups, entries }) => (
          <section key={part}>
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
              {operationTitle(name)}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
