import { useEffect } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { formatBytes } from '../text/format.ts';
import { datumGrids, gridProblem, refreshGrids, removeGrid } from './datum-grids.ts';
import { publishText as t } from './text/publish-text.ts';

export function GridList() {
  useEffect(() => void refreshGrids(), []);
  const grids = datumGrids.value ?? [];
  const problem = gridProblem.value;
  if (grids.length === 0 && !problem) return null;
  return (
    <section class="card" aria-labelledby="datum-grids">
      <h2 id="datum-grids">{t.grids.title}</h2>
      <p class="soft">{t.grids.detail}</p>
      {problem && (
        <Notice kind="error">
          <span>{problem}</span>
        </Notice>
      )}
      <ul class="stack grid-list">
        {grids.map(({ name, bytes }) => (
          <li key={name}>
            <strong>{name}</strong>
            <span class="soft">{formatBytes(bytes)}</span>
            <Button small aria-label={t.grids.removeOf(name)} onClick={() => void removeGrid(name)}>
              {t.grids.remove}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
