import type { OperationName } from '../../../sw/contract/index.ts';
import { type OperationGroup, operations } from '../../../sw/contract/index.ts';
import { movePlace, place, placeLink } from '../../state/place.ts';
import { explorerText as t } from '../../text/explorer-text.ts';

const groups: readonly OperationGroup[] = ['description', 'rendering', 'search', 'query', 'legend', 'tiles'];
const all = Object.entries(operations) as [OperationName, (typeof operations)[OperationName]][];

/** The operations by group, found by name or by what they do. */
export function OperationList({ current, shown }: { current: OperationName | undefined; shown: OperationName }) {
  const search = place.value.get('search') ?? '';
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(([name, { doc }]) => words.every((word) => `${name} ${doc}`.toLowerCase().includes(word)));
  return (
    <nav class="operation-list" aria-label={t.operations}>
      <input
        class="input"
        type="search"
        placeholder={t.search(all.length)}
        aria-label={t.search(all.length)}
        value={search}
        onInput={(event) => movePlace({ search: event.currentTarget.value })}
      />
      {found.length === 0 && <p class="soft">{t.nothingFound(search)}</p>}
      {groups.map((group) => {
        const rows = found.filter(([, row]) => row.group === group);
        if (rows.length === 0) return null;
        return (
          <section key={group}>
            <h2>{t.groups[group]}</h2>
            <ul>
              {rows.map(([operation, { doc }]) => (
                <li key={operation}>
                  <a
                    {...placeLink('explorer', { operation, search })}
                    title={doc}
                    aria-current={operation === (current ?? shown) ? 'true' : undefined}
                  >
                    {operation}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}
