import { Button } from '../../parts/button.tsx';
import { added } from '../../parts/extension.ts';
import { Menu } from '../../parts/menu.tsx';
import { dock } from '../../state/tasks.ts';
import { formatCount } from '../../text/format.ts';
import { goToShapes } from '../state/go-to-shape.ts';
import { type Found, type IdentifyResult, reading, resultIndex } from '../state/identify-results.ts';
import { mapText } from '../text/maps-text.ts';

/** All that was found, by layer. */
export function List({ results }: { results: readonly IdentifyResult[] }) {
  const byLayer = groupByLayer(results.map((result, index) => ({ result, index, layer: result.layer })));
  if (results.length === 0) return null;
  return (
    <div class="hit-list">
      {[...byLayer].map(([layer, entries]) => (
        <section key={layer.LayerID}>
          <h3>
            {layer.Name} <small>{formatCount(entries.length)}</small>
          </h3>
          <ul>
            {entries.map(({ result, index }) => (
              <li key={`${result.id} ${index}`}>
                <button
                  type="button"
                  onClick={() => {
                    resultIndex.value = index;
                  }}
                >
                  {result.title}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

export function ListMenu({ results }: { results: readonly IdentifyResult[] }) {
  const now = reading.value;
  const area = now.state === 'found' ? now.area : undefined;
  const byLayer = groupByLayer(results);
  return (
    <Menu
      small
      icon="more"
      name={mapText.results.all}
      items={[
        {
          label: mapText.results.zoomToAll,
          icon: 'zoom-to',
          onSelect: () => goToShapes(results.map(({ shape }) => shape)),
        },
        ...[...byLayer].flatMap(([{ LayerID: tableId, Name }, found]) => [
          {
            label: mapText.results.tableOf(Name),
            icon: 'table' as const,
            onSelect: () => openTable(tableId, area),
          },
          ...added('rowActions').map(({ labelOf, icon, run }) => ({
            label: labelOf(Name),
            icon,
            onSelect: () =>
              run(
                tableId,
                found.flatMap(({ id }) => id ?? []),
              ),
          })),
        ]),
      ]}
    />
  );
}

function groupByLayer<T extends Pick<IdentifyResult, 'layer'>>(all: readonly T[]): Map<IdentifyResult['layer'], T[]> {
  const groups = new Map<IdentifyResult['layer'], T[]>();
  for (const one of all) {
    const group = groups.get(one.layer);
    if (group) group.push(one);
    else groups.set(one.layer, [one]);
  }
  return groups;
}

/** Say that there are more features than the service returns, and offer the tables that have them all. */
export function Limited({ area, totals }: Pick<Found, 'area' | 'totals'>) {
  return (
    <div class="hit-more">
      <p>{mapText.results.limited}</p>
      {totals?.map(({ layer, count }) => (
        <Button key={layer.LayerID} small icon="table" onClick={() => openTable(layer.LayerID, area)}>
          {mapText.results.allRows(layer.Name, formatCount(count))}
        </Button>
      ))}
    </div>
  );
}

function openTable(tableId: number, area: Found['area']): void {
  const spatial = area && { shape: area, relation: 'gisSpatialRelIntersects' as const };
  dock.value = { tab: 'table', tableId, where: '', area: spatial };
}
