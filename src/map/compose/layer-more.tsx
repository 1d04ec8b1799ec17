import { useEffect, useState } from 'preact/hooks';
import { meets } from '../../../sw/geometry/extent.ts';
import { call, formatError } from '../../connection/call.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { openRecord } from '../../state/background.ts';
import { carryExtent, envelopeToExtent, referenceFor } from '../../state/references.ts';
import { changeOpacity, currentKey, type LayerInfo, type MapInfo, opacities, services } from '../../state/services.ts';
import { openSettings, settingsLayer } from '../../state/tasks.ts';
import { drawn, goToView, projection, view } from '../../state/view.ts';
import { formatNumber } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { zoomToLayer } from '../layer-actions.ts';
import { filterLayer, filterOfLayer } from '../state/filter-layer.ts';
import { composeText } from '../text/compose-text.ts';
import { FilterNote } from '../view/filter-note.tsx';

/** Details below a layer: why it isn't visible, its filter, and the opacity and filter editors while open. */
export function LayerMore({ info, layer, isShown }: { info: MapInfo; layer: LayerInfo; isShown: boolean }) {
  const { LayerID } = layer;
  const entry = openRecord.value?.layers[LayerID];
  const filter = filterOfLayer(LayerID);
  const isOpen = settingsLayer.value === LayerID;
  if (entry && layer.IsComposite && services.value && !services.value.some(({ name }) => name === entry.service))
    return (
      <p class="layer-note">
        {entry.title}: {composeText.gone}
      </p>
    );
  return (
    <>
      {isShown && !layer.IsComposite && <Reason info={info} layer={layer} />}
      {filter && !isOpen && (
        <p class="layer-note">
          <FilterNote layerId={LayerID} filter={filter} />
          <IconButton small icon="close" name={composeText.clearFilter} onClick={() => void filterLayer(LayerID, '')} />
        </p>
      )}
      {isOpen && <Settings info={info} layer={layer} filter={filter} />}
    </>
  );
}

/** Button that shows why an enabled layer isn't visible now. A click makes the layer visible. */
function Reason({ info, layer }: { info: MapInfo; layer: LayerInfo }) {
  const [scale, shown] = [drawn.value?.scale, view.value];
  if (!scale || !shown) return null;
  const { MinScale, MaxScale } = layer;
  const isTooFar = MinScale > 0 && scale > MinScale;
  if (isTooFar || (MaxScale > 0 && scale < MaxScale)) {
    // Go slightly beyond the limit, because the drawn scale is rounded.
    const ratio = isTooFar ? (0.98 * MinScale) / scale : (1.02 * MaxScale) / scale;
    const [xmin, ymin, xmax, ymax] = shown.extent;
    const [x, y, halfWidth, halfHeight] = [(xmin + xmax) / 2, (ymin + ymax) / 2, (xmax - xmin) / 2, (ymax - ymin) / 2];
    const go = () => {
      const extent = [
        x - halfWidth * ratio,
        y - halfHeight * ratio,
        x + halfWidth * ratio,
        y + halfHeight * ratio,
      ] as const;
      goToView({ ...shown, extent });
    };
    return <Hint label={isTooFar ? composeText.zoomIn : composeText.zoomOut} name={layer.Name} onClick={go} />;
  }
  const layerExtent = envelopeToExtent(layer.Extent);
  const extent =
    layerExtent && carryExtent(layerExtent, referenceFor('map', info), referenceFor(projection.value, info));
  if (!extent || shown.rotationDeg !== 0) return null;
  return meets(extent, shown.extent) ? null : (
    <Hint label={composeText.outsideView} name={layer.Name} onClick={() => zoomToLayer(info, layer)} />
  );
}

const Hint = ({ label, name, onClick }: { label: string; name: string; onClick: () => void }) => (
  <p class="layer-note">
    <button type="button" class="layer-hint" aria-label={`${label}: ${name}`} onClick={onClick}>
      {label}
    </button>
  </p>
);

function Settings({ info, layer, filter }: { info: MapInfo; layer: LayerInfo; filter: string }) {
  const { LayerID, Name } = layer;
  const [typed, setTyped] = useState(filter);
  const [problem, setProblem] = useState<string>();
  const [published, setPublished] = useState(100);
  const entry = openRecord.value?.layers[LayerID];
  useEffect(() => {
    const service = currentKey.peek();
    if (!service || entry) return;
    const request = { MapName: info.Name, LayerIDs: [LayerID], SymbolOutputOptions: {} };
    call('GetDefaultLayerDrawingDescriptions', service, request).then(
      ({ Result: [drawing] }) =>
        setPublished(100 - (drawing && 'Transparency' in drawing ? (drawing.Transparency ?? 0) : 0)),
      () => setPublished(100),
    );
  }, [LayerID]);
  const opacity = entry?.opacity ?? opacities.value.get(LayerID) ?? published;
  const setOpacity = async (percent: number) => {
    if (entry) await (await import('../state/maps.ts')).changeLayer(LayerID, { opacity: percent });
    else changeOpacity(LayerID, percent);
  };
  const apply = async () => {
    setProblem(undefined);
    try {
      // Check the filter first: an invalid one would make every image of the map fail.
      await call('QueryFeatureCount', currentKey.peek() ?? '', {
        MapName: info.Name,
        LayerID,
        QueryFilter: { type: 'QueryFilter', WhereClause: typed, Resolution: 0 },
      });
      await filterLayer(LayerID, typed.trim());
    } catch (error) {
      setProblem(formatError(error));
    }
  };
  return (
    <section class="layer-settings" aria-label={composeText.settingsOf(Name)}>
      <label class="field">
        <span>
          {composeText.opacity} <small>{composeText.percent(formatNumber(opacity))}</small>
        </span>
        <input
          class="slider"
          type="range"
          min={0}
          max={100}
          step={5}
          value={opacity}
          style={{ '--share': opacity / 100 }}
          onChange={(event) => void setOpacity(event.currentTarget.valueAsNumber)}
        />
      </label>
      {layer.IsFeatureLayer && (
        <label class="field">
          <span>{composeText.filter}</span>
          <input
            class="input sql"
            spellcheck={false}
            placeholder={composeText.filterHint}
            aria-invalid={problem !== undefined}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && void apply()}
          />
        </label>
      )}
      {problem && <Notice kind="error">{problem}</Notice>}
      <div class="task-actions">
        {layer.IsFeatureLayer && (
          <Button small kind="primary" disabled={typed.trim() === filter} onClick={() => void apply()}>
            {composeText.apply}
          </Button>
        )}
        <Button small onClick={() => openSettings(undefined)}>
          {text.close}
        </Button>
      </div>
    </section>
  );
}
