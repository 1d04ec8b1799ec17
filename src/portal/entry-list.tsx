import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { portalRow } from '../../sw/portal/contract/index.ts';
import { serviceUrl } from '../connection/call.ts';
import { askAll } from '../connection/portal-call.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { EmptyState } from '../parts/notice.tsx';
import { formatCount } from '../text/format.ts';
import { ActionMenu, CreateButtons, type Target } from './actions.tsx';
import { type Entry, type Kind, type KindName, kinds, type Scope } from './kinds.ts';
import { LoadedPart, useLoaded } from './loaded-part.tsx';
import { portalText as t } from './text/portal-text.ts';

interface ListProps {
  kind: KindName;
  path: Readonly<Record<string, string>>;
  scope: Scope;
  /** Expandable content below an entry. */
  below?: Below | undefined;
}
interface Below {
  readonly title: string;
  readonly content: (entry: Entry) => ComponentChildren;
}

/** A list as a card: its entries, their actions, and buttons to create one. */
export function ListCard({ kind, path, scope, below, children }: ListProps & { children?: ComponentChildren }) {
  const id = useId();
  const { title, detail, none, noneDetail } = t.kinds[kind];
  const loaded = useLoaded(
    `${kind} ${Object.values(path)} ${scope.session.token}`,
    async (signal) => {
      const entries = await readEntries(kinds[kind], path, signal);
      return kinds[kind].finish ? kinds[kind].finish(entries, scope) : entries;
    },
    kind === 'webhooks' ? { everyMs: 5000 } : {},
  );
  return (
    <section class="card" aria-labelledby={id}>
      <header class="portal-head">
        <h2 id={id}>
          {title} {loaded.value?.length ? <small class="soft">{formatCount(loaded.value.length)}</small> : null}
        </h2>
        <span class="row actions">
          {children}
          <CreateButtons kind={kinds[kind]} path={path} scope={scope} />
        </span>
      </header>
      {detail && <p class="soft">{detail}</p>}
      <LoadedPart
        loaded={loaded}
        none={
          <EmptyState icon={kinds[kind].icon} title={none}>
            <p>{noneDetail}</p>
          </EmptyState>
        }
      >
        {(entries) => <EntryList {...{ kind, path, scope, below, entries }} />}
      </LoadedPart>
    </section>
  );
}

/** Read all entries of a list. @throws {ServiceFault} */
function readEntries({ list }: Kind, path: Readonly<Record<string, string>>, signal: AbortSignal) {
  const { member } = portalRow(list!).list!;
  return askAll(list!, path as never, (answer) => (answer as unknown as Record<string, readonly Entry[]>)[member]!, {
    signal,
  });
}

export function EntryList({ kind, path, scope, below, entries }: ListProps & { entries: readonly Entry[] }) {
  return (
    <ul class="portal-list" aria-label={t.kinds[kind].title}>
      {entries.map((entry) => (
        <EntryRow
          key={String(entry[kinds[kind].id])}
          target={{ kind: kinds[kind], path, entry, scope }}
          below={below}
        />
      ))}
    </ul>
  );
}

function EntryRow({ target, below }: { target: Target; below: Below | undefined }) {
  const { kind, entry, scope } = target;
  const [isOpen, setOpen] = useState(false);
  const key = entry.serviceKey ?? (kind === kinds.services ? entry.name : undefined);
  const open = { label: t.form.openService, icon: 'map', onSelect: () => void openService(String(key)) } as const;
  return (
    <li>
      <Icon name={entry.serviceKey ? 'map' : entry.url && kind === kinds.items ? 'link' : kind.icon} size={20} />
      <span>
        <strong>{kind.name(entry, scope)}</strong>
        <Facts {...target} />
        <Badges {...target} />
      </span>
      <span class="row actions">
        {below && (
          <Button small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {below.title}
          </Button>
        )}
        <ActionMenu target={target} before={key === undefined ? [] : [open]} />
      </span>
      {below && isOpen && <div class="stack near below">{below.content(entry)}</div>}
    </li>
  );
}

const openService = (key: string) => window.open(serviceUrl(key), '_blank', 'noopener');

export function Facts({ kind, entry, scope }: Pick<Target, 'kind' | 'entry' | 'scope'>) {
  const facts = kind.facts(entry, scope).filter(Boolean);
  return facts.length > 0 ? <small class="soft">{facts.join(' · ')}</small> : null;
}

function Badges({ kind, entry, scope }: Target) {
  const badges = (kind.badges?.(entry, scope) ?? []).filter((badge) => badge !== undefined && badge !== false);
  if (badges.length === 0) return null;
  return (
    <span class="row">
      {badges.map(([look, label]) => (
        <span key={label} class="badge" data-kind={look}>
          {label}
        </span>
      ))}
    </span>
  );
}
