import type { ComponentChildren } from 'preact';
import { formatNumber } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Facts } from './facts.tsx';

/** Members whose numbers are identifiers, which take no thousands separator. */
const isNumeral = /(ID|WKID)$/;

/**
 * The plain members of a value of the contract by their names in the contract, folded. Lists of structures have tables of
 * their own and are left out.
 */
export function ServerFacts({ title, value, apart = [] }: { title: string; value: object; apart?: readonly string[] }) {
  const rows = Object.entries(value)
    .filter(([name]) => name !== 'type' && !apart.includes(name))
    .map(([name, member]) => [name, memberText(name, member)] as const);
  return (
    <details class="server-facts">
      <summary>{title}</summary>
      <Facts rows={rows} />
    </details>
  );
}

function memberText(name: string, value: unknown): ComponentChildren {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? text.results.yes : text.results.no;
  if (typeof value === 'number') return isNumeral.test(name) ? String(value) : formatNumber(value);
  if (Array.isArray(value))
    return value.length === 0 || typeof value[0] === 'object' ? undefined : value.map(String).join(', ');
  if (typeof value !== 'object') return String(value);
  const inner = Object.entries(value).flatMap(([key, member]) => {
    const plain = key === 'type' ? undefined : memberText(key, member);
    return plain === undefined || plain === '' ? [] : [[key, plain] as const];
  });
  return inner.length === 0
    ? undefined
    : inner.map(([key, value]) => (
        <span key={key} class="server-facts-inner">
          {key}: {value}
        </span>
      ));
}
