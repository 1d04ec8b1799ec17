import { listAdded } from '../../parts/extension.ts';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Tooltip } from '../../parts/tooltip.tsx';
import { saveWorkspace } from '../../parts/workspace-file.ts';
import { envelopeToExtent, extentToEnvelope } from '../../state/references.ts';
import { clearSelection, selected, shownReference } from '../../state/requested.ts';
import { mapInfo } from '../../state/services.ts';
import { chooseTool, isMeasuring, isTimeOpen, openTime, tool } from '../../state/tasks.ts';
import { goToExtent, view } from '../../state/view.ts';
import { workspaceText } from '../../text/workspace-text.ts';
import { FindBox } from '../identify/find-box.tsx';
import { readResults } from '../state/identify-results.ts';
import { mapText } from '../text/maps-text.ts';

const MeasureCard = lazyPart(() => import('../measure/measure-card.tsx').then((loaded) => loaded.MeasureCard));

const tools = [
  ['point', 'pointer'],
  ['box', 'box'],
  ['polygon', 'polygon'],
] as const;

interface Mode {
  readonly icon: IconName;
  readonly name: string;
  /** Undefined for actions that aren't modes. */
  readonly isOn?: boolean;
  readonly onClick: (event?: MouseEvent) => void;
}

export function MapBar() {
  const info = mapInfo.value;
  if (!info) return null;
  const hasTime =
    info.FullTimeExtent?.StartTime !== undefined && info.MapLayerInfos?.some((layer) => layer.SupportsTime);
  const hasMap = (info.MapLayerInfos ?? []).length > 0;
  if (!hasMap) return null;
  const bookmarks = (info.Bookmarks ?? []).flatMap(({ Name, Extent }) => {
    const extent = envelopeToExtent(Extent);
    const mapReference = Extent?.type === 'EnvelopeN' ? Extent.SpatialReference : undefined;
    const reference = mapReference ?? info.SpatialReference;
    return extent && reference
      ? [{ label: Name, icon: 'bookmark' as const, onSelect: () => goToExtent(extent, reference) }]
      : [];
  });
  const modes: readonly Mode[] = [
    ...tools.map(([kind, icon]) => ({
      icon,
      name: mapText.bar[kind],
      isOn: tool.value === kind,
      onClick: () => chooseTool(kind),
    })),
    { icon: 'eye', name: mapText.bar.view, onClick: readView },
    {
      icon: 'ruler',
      name: mapText.bar.measure,
      isOn: isMeasuring.value,
      onClick: (event) => {
        chooseTool(isMeasuring.value ? 'point' : 'length');
        // If the tool was chosen by keyboard, continue by keyboard on the map.
        if (event?.detail === 0 && isMeasuring.value) document.getElementById('map')?.focus();
      },
    },
  ];
  return (
    <section class="map-bar" aria-label={mapText.bar.label}>
      <FindBox />
      <fieldset class="map-floating map-modes" aria-label={mapText.bar.tools}>
        {modes.map(({ isOn, ...mode }) => (
          <ToolButton key={mode.name} isPressed={isOn} {...mode} />
        ))}
        {/* The same tools with their names, for devices that can't hover. */}
        <Menu
          icon="more"
          name={mapText.bar.named}
          items={modes.map(({ icon, name, onClick }) => ({ label: name, icon, onSelect: () => onClick() }))}
        />
      </fieldset>
      <div class="map-floating map-modes">
        {hasTime && (
          <ToolButton
            icon="clock"
            name={mapText.bar.time}
            isPressed={isTimeOpen.value}
            onClick={() => openTime(!isTimeOpen.value)}
          />
        )}
        {bookmarks.length > 0 && <Menu icon="bookmark" name={mapText.bar.bookmarks} items={bookmarks} />}
        <Menu
          icon="image"
          name={mapText.bar.export}
          items={[
            ...listAdded('mapActions').map(({ label, icon, run }) => ({ label: label(), icon, onSelect: run })),
            { label: workspaceText.backUp, icon: 'download', onSelect: () => void saveWorkspace() },
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
      {isMeasuring.value && <MeasureCard />}
      {listAdded('mapNotes').map((Note, index) => (
        <Note key={index} />
      ))}
    </section>
  );
}

/** Identify everything in the view, for users who can't drag. */
function readView(): void {
  const shown = view.peek();
  if (shown) void readResults(extentToEnvelope(shown.extent, shownReference.peek()));
}

interface ToolButtonProps {
  icon: IconName;
  name: string;
  isPressed?: boolean;
  onClick: (event: MouseEvent) => void;
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
