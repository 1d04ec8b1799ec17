import type { ComponentChildren } from 'preact';
import { formatCount, formatMoment } from '../../text/format.ts';
import { explorerText as t } from '../text/explorer-text.ts';
import { PlainValue } from './readable-value.tsx';
import { FactTable } from './record-table.tsx';

/** Return the display name of a portal entry. */
const findDisplayName = ({ title, name, username, key, portalInfo, id }: Members): string => {
  const portal = (portalInfo as { readonly name?: string } | undefined)?.name;
  return String(portal ?? title ?? name ?? username ?? key ?? id ?? '');
};

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function ReadableJson({ value, name }: { value: unknown; name: string }): ComponentChildren {
  if (Array.isArray(value)) return <List items={value} name={name} />;
  if (!isMembers(value)) return <Plain value={value} name={name} />;
  return (
    <dl class="fact-list">
      {Object.entries(value).map(([key, of]) => (
        <div key={key} data-block={typeof of === 'object' && of !== null ? '' : undefined}>
          <dt>{key}</dt>
          <dd>
            <ReadableJson value={of} name={key} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const maxWhole = 3;
/** Maximum number of columns. Further members are only shown in the source. */
const maxColumns = 7;

function List({ items, name }: { items: readonly unknown[]; name: string }) {
  if (items.length === 0) return <em class="null">{t.emptyList}</em>;
  if (!items.every(isMembers))
    return (
      <ul class="plain-list">
        {items.map((item, index) => (
          <li key={index}>
            <ReadableJson value={item} name={name} />
          </li>
        ))}
      </ul>
    );
  // Show a few entries in full and many in a table. A table has no nested values, which are only shown in the source.
  if (items.length <= maxWhole && items.some((item) => Object.values(item).some((of) => typeof of === 'object' && of)))
    return (
      <>
        {items.map((item, index) => (
          <details class="answer-block" key={index} open>
            <summary>
              {index} · {findDisplayName(item)}
            </summary>
            <ReadableJson value={item} name={name} />
          </details>
        ))}
      </>
    );
  // For features, show their attributes.
  const flat = (item: Members) =>
    Object.entries(readAttributes(item)).filter(([, of]) => typeof of !== 'object' || of === null);
  const columns = [...new Set(items.flatMap((item) => flat(item).map(([key]) => key)))].slice(0, maxColumns);
  return (
    <FactTable
      name={`${name}: ${t.rows(formatCount(items.length))}`}
      caption={t.rows(formatCount(items.length))}
      heads={columns.map((name) => ({ name }))}
      rows={items.map((item) =>
        columns.map((key) => ({ view: <Plain value={readAttributes(item)[key]} name={key} />, isNumber: false })),
      )}
    />
  );
}

const readAttributes = (item: Members): Members =>
  isMembers(item.attributes) && 'geometry' in item ? item.attributes : item;

/** Matches names of members with times in epoch milliseconds. */
const timeNames = /^(created|modified|expires|when|received|.*Time|lastSyncSuccess|.*Success|.*Run|.*Attempt)$/;

function Plain({ value, name }: { value: unknown; name: string }): ComponentChildren {
  if (typeof value === 'number' && timeNames.test(name))
    return value > 1e11 ? (
      <time title={String(value)}>{formatMoment(value)}</time>
    ) : (
      <em class="null">{t.portal.never}</em>
    );
  if (name === 'href' && /^https?:\S+\.(png|jpe?g|gif|bmp|svg)$/i.test(String(value)))
    return <img class="answer-image" src={String(value)} alt={name} />;
  return <PlainValue value={value} name={name} />;
}
