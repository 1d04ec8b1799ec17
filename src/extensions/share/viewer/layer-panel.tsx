import { useEffect, useState } from 'preact/hooks';
import type { Value } from '../../../../sw/contract/index.ts';
import type { SharedMap } from '../../../../sw/extensions/share/shared-map.ts';
import { rampLabel } from '../../../text/raster-values.ts';
import { viewerText as t } from './viewer-text.ts';

type Legend = readonly Value<'MapServerLegendInfo'>[];

interface Props {
  isOpen: boolean;
  map: SharedMap;
  visible: readonly number[];
  /** IDs of the layers in the image. */
  drawnIds: readonly number[] | undefined;
  onVisible: (ids: readonly number[]) => void;
  readLegend: () => Promise<Legend>;
}

/** The description of the map, and its layers with switches and legend. */
export function LayerPanel({ isOpen, map, visible, drawnIds, onVisible, readLegend }: Props) {
  const [legend, setLegend] = useState<Legend>([]);
  useEffect(() => {
    readLegend().then(setLegend, console.error);
  }, []);
  const { layers } = map.definition.maps[0]!;
  return (
    <aside class="panel" id="panel" aria-label={t.panel} hidden={!isOpen}>
      {map.text && <p class="about">{map.text}</p>}
      <h2>{t.layers}</h2>
      <ul>
        {layers.map(({ LayerID, Name, raster }) => {
          const isOn = visible.includes(LayerID);
          const classes = legend
            .filter((entry) => entry.LayerID === LayerID)
            .flatMap((entry) => entry.LegendGroups ?? []);
          const isAway = isOn && drawnIds && !drawnIds.includes(LayerID);
          return (
            <li key={LayerID}>
              <label class="layer">
                <input
                  type="checkbox"
                  checked={isOn}
                  onChange={() => onVisible(isOn ? visible.filter((id) => id !== LayerID) : [...visible, LayerID])}
                />
                <span dir="auto">{Name}</span>
                {map.notes?.[LayerID] && <small dir="auto">{map.notes[LayerID]}</small>}
                {isAway && <small>{t.outOfScale}</small>}
              </label>
              <div class="legend">
                {classes.map(({ Heading, LegendClasses = [] }) => (
                  <div key={Heading}>
                    {Heading && LegendClasses.length > 1 && <small dir="auto">{Heading}</small>}
                    {LegendClasses.map((legendClass, index) => (
                      <div class="legend-row" key={`${index} ${legendClass.Label}`}>
                        <Swatch of={legendClass} />
                        <span dir="auto">
                          {raster === undefined ? legendClass.Label : rampLabel(legendClass.Label)}
                        </span>
                      </div>
                    ))}
                  </div>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
      {map.credits.length > 0 && (
        <>
          <h2>{t.credits}</h2>
          {map.credits.map((line) => (
            <p class="about" key={line} dir="auto">
              {line}
            </p>
          ))}
        </>
      )}
    </aside>
  );
}

function Swatch({ of: { SymbolImage: image } }: { of: Value<'MapServerLegendClass'> }) {
  if (!image?.ImageData) return <span class="swatch" />;
  let binary = '';
  for (const byte of image.ImageData) binary += String.fromCharCode(byte);
  return (
    <span class="swatch">
      <img
        src={`data:image/png;base64,${btoa(binary)}`}
        alt=""
        width={Math.round((image.ImageWidth * 96) / image.ImageDPI)}
        height={Math.round((image.ImageHeight * 96) / image.ImageDPI)}
      />
    </span>
  );
}
