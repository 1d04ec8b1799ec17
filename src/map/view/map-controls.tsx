import { IconButton } from '../../parts/button.tsx';
import { Menu } from '../../parts/menu.tsx';
import {
  carryExtent,
  choicesFor,
  envelopeToExtent,
  referenceFor,
  referenceName,
  resolveChoice,
} from '../../state/references.ts';
import type { MapInfo } from '../../state/services.ts';
import { chooseProjection, projection, view } from '../../state/view.ts';
import { text } from '../../text/text.ts';
import type { Viewer } from '../widget/viewer.ts';

export function MapControls({ info, viewer }: { info: MapInfo; viewer: Viewer | undefined }) {
  const rotation = view.value?.rotationDeg ?? 0;
  const full = envelopeToExtent(info.FullExtent) ?? envelopeToExtent(info.Extent);
  return (
    <fieldset class="map-floating map-tools" aria-label={text.map.controls}>
      <IconButton icon="plus" name={text.map.zoomIn} onClick={() => viewer?.zoomBy(1)} />
      <IconButton icon="minus" name={text.map.zoomOut} onClick={() => viewer?.zoomBy(-1)} />
      <hr />
      <IconButton
        icon="extent"
        name={text.map.fullExtent}
        disabled={!full}
        onClick={() => {
          const target = full && carryExtent(full, referenceFor('map', info), referenceFor(projection.value, info));
          if (target) viewer?.fit(target);
        }}
      />
      <IconButton icon="rotate" name={text.map.rotate} onClick={() => viewer?.turnTo(rotation + 90)} />
      {Math.abs(rotation % 360) > 0.5 && (
        <IconButton icon="north" name={text.map.north} onClick={() => viewer?.turnTo(0)} />
      )}
      <hr />
      <Menu
        icon="globe"
        name={text.map.projection}
        side="left"
        items={choicesFor(info).map((choice) => {
          const { name, detail } = text.map.projections[choice];
          return {
            label: name,
            detail: typeof detail === 'string' ? detail : detail(referenceName(referenceFor('map', info))),
            checked: resolveChoice(projection.value, info) === choice,
            onSelect: () => chooseProjection(choice),
          };
        })}
      />
    </fieldset>
  );
}
