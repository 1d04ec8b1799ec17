import type { IconName } from '../../parts/icon.tsx';
import { Icon } from '../../parts/icon.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Tooltip } from '../../parts/tooltip.tsx';
import { saveWorkspace } from '../../parts/workspace-file.ts';
import { readResults } from '../../state/identify-results.ts';
import { envelopeOf, extentOf } from '../../state/references.ts';
import { clearSelection, selected, shownReference } from '../../state/requested.ts';
import { mapInfo } from '../../state/services.ts';
import { exporting, isTimeOpen, measured, shapeGoesTo, tool } from '../../state/tasks.ts';
import { requestedExtent, view } from '../../state/view.ts';
import { text } from '../../text/text.ts';
import { FindBox } from '../identify/find-box.tsx';
import { mapText } from '../text/maps-text.ts';

const MeasureCard = lazyPart(() => import('../measure/measure-card.tsx').then((loaded) => loaded.MeasureCard));

const tools = [
  ['point', 'pointer'],
  ['box', 'box'],
  ['polygon', 'polygon'],
] as const;

export function MapBar() {
  const info = mapInfo.value;
  if (!info) return null;
  const hasTime = info.FullTimeExtent?.StartTime !== undefined && info.MapLayerInfos?.some((one) => one.SupportsTime);
  const hasMap = (info.MapLayerInfos ?? []).length > 0;
  if (!hasMap) return null;
  const isMeasuring = tool.value === 'length' || tool.value === 'area';
  const bookmarks = (info.Bookmarks ?? []).flatMap(({ Name, Extent }) => {
    const extent = extentOf(Extent);
    const own = Extent?.type === 'EnvelopeN' ? Extent.SpatialReference : undefined;
    const reference = own ?? info.SpatialReference;
    return extent && reference
      ? [{ label: Name, icon: 'bookmark' as const, onSelect: () => (requestedExtent.value = { extent, reference }) }]
      : [];
  });
  return (
    <section class="map-bar" aria-label={mapText.bar.label}>
      <FindBox />
      <fieldset class="map-floating map-modes" aria-label={mapText.bar.tools}>
        {tools.map(([name, icon]) => (
          <ToolButton
            key={name}
            icon={icon}
            name={mapText.bar[name]}
            isPressed={tool.value === name}
            onClick={() => {
              shapeGoesTo.value = 'results';
              measured.value = undefined;
              tool.value = name;
            }}
          />
        ))}
        <ToolButton icon="eye" name={mapText.bar.view} onClick={readView} />
        <ToolButton
          icon="ruler"
          name={mapText.bar.measure}
          isPressed={isMeasuring}
          onClick={() => {
            tool.value = isMeasuring ? 'point' : 'length';
            measured.value = undefined;
          }}
        />
      </fieldset>
      <div class="map-floating map-modes">
        {hasTime && (
          <ToolButton
            icon="clock"
            name={mapText.bar.time}
            isPressed={isTimeOpen.value}
            onClick={() => {
              isTimeOpen.value = !isTimeOpen.value;
            }}
          />
        )}
        {bookmarks.length > 0 && <Menu icon="bookmark" name={mapText.bar.bookmarks} items={bookmarks} />}
        <Menu
          icon="picture"
          name={mapText.bar.export}
          items={[
            { label: mapText.bar.print, icon: 'print', onSelect: () => (exporting.value = { kind: 'page' }) },
            { label: text.sharePage, icon: 'share', onSelect: () => (exporting.value = { kind: 'web-page' }) },
            { label: mapText.bar.image, icon: 'picture', onSelect: () => (exporting.value = { kind: 'picture' }) },
            { label: text.settings.backUp, icon: 'download', onSelect: () => void saveWorkspace() },
          ]}
        />
      </div>
      {(tool.value === 'box' || tool.value === 'polygon') && (
        <p class="map-floating tool-hint" role="status">
          {tool.value === 'box' ? mapText.bar.hintBox : mapText.bar.hintPolygon}
        </p>
      )}
      {selected.value.size > 0 && (
        <button type="button" class="map-floating clear-selection" onClick={clearSelection}>
          <Icon name="close" size={16} />
          {mapText.results.clearSelection}
        </button>
      )}
      {isMeasuring && <MeasureCard />}
    </section>
  );
}

/** The whole view as an area, for people who cannot drag. */
function readView(): void {
  const shown = view.peek();
  if (shown) void readResults(envelopeOf(shown.extent, shownReference.peek()));
}

interface ToolButtonProps {
  icon: IconName;
  name: string;
  isPressed?: boolean;
  onClick: () => void;
}

function ToolButton({ icon, name, isPressed, onClick }: ToolButtonProps) {
  return (
    <Tooltip text={name} side="below">
      <button type="button" class="icon-button" aria-label={name} aria-pressed={isPressed} onClick={onClick}>
        <Icon name={icon} size={18} />
      </button>
    </Tooltip>
  );
}
