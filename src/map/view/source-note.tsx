import { sameReference } from '../../../sw/geometry/spatial-reference.ts';
import { Switch } from '../../parts/form/switch.tsx';
import { choicesFor, referenceFor } from '../../state/references.ts';
import type { MapInfo } from '../../state/services.ts';
import { requestedSource, shownCache } from '../../state/shown-cache.ts';
import { chooseProjection, type DrawReason, drawn } from '../../state/view.ts';
import { sourceText } from '../text/source-text.ts';

/** Reasons not to use the cache that only rebuilding it resolves. */
const fixed: readonly (DrawReason | undefined)[] = ['layers', 'empty', 'stale'];

/** Note that shows the source of the map image. If there is a tile cache, it has a switch to use tiles. */
export function SourceNote({ info }: { info: MapInfo }) {
  const [now, cache] = [drawn.value?.source, shownCache.value];
  if (!now) return null;
  const why = now.from === 'drawn' ? now.why : undefined;
  const detail = why && sourceText.why[why];
  const text = now.from === 'tiles' ? sourceText.tiles : detail ? sourceText.because(detail) : sourceText.drawn;
  const fitting =
    cache &&
    choicesFor(info).find((choice) => sameReference(referenceFor(choice, info), cache.settings.scheme.reference));
  return (
    <span class="map-source">
      {cache && (
        <Switch
          on={requestedSource.value === 'tiles' && why !== 'reference'}
          name={sourceText.use}
          disabled={fixed.includes(why) || !fitting}
          onChange={(isOn) => {
            requestedSource.choose(isOn ? 'tiles' : 'drawn');
            // Tiles exist only in the CRS of their scheme.
            if (isOn && fitting) chooseProjection(fitting);
          }}
        />
      )}
      <span role="status">{text}</span>
    </span>
  );
}
