import { useState } from 'preact/hooks';
import { mapText } from '../text/maps-text.ts';
import { styleText } from '../text/style-text.ts';
import { ChoiceRow, ColourRow, SliderRow } from './control-rows.tsx';
import { arrowPicture, PictureChoice } from './picture-choice.tsx';
import type { Facets } from './symbol-facets.ts';

const texts = mapText.style;

interface Props {
  facets: Facets;
  hasColour: boolean;
  /** Percent. */
  opacity: number;
  onFacets: (facets: Facets) => void;
  onOpacity: (percent: number) => void;
}

export function StyleSymbol({ facets, hasColour, opacity, onFacets, onOpacity }: Props) {
  const { kind, picture } = facets;
  const put = (part: Partial<Facets>) => onFacets({ ...facets, ...part });
  // An arrow is an image with a colour.
  const [isArrow, setArrow] = useState(false);
  const drawArrow = async (color: string) => {
    const drawn = await arrowPicture(color, facets.outlineColor);
    setArrow(true);
    put({ color, ...withPicture(facets, drawn) });
  };
  const hasSize = kind !== 'fill' || picture !== undefined;
  return (
    <fieldset class="task-group">
      <legend>{texts.symbol}</legend>
      {hasColour && picture && isArrow && (
        <ColourRow name={texts.colour} value={facets.color} onChange={(color) => void drawArrow(color)} />
      )}
      {hasColour && !picture && (
        <ColourRow name={texts.colour} value={facets.color} onChange={(color) => put({ color })} />
      )}
      {hasSize && (
        <SliderRow
          name={kind === 'marker' ? texts.size : texts.width}
          unit={texts.points}
          value={facets.sizePt}
          minimum={kind === 'line' ? 0.25 : 1}
          most={kind === 'line' ? 12 : 60}
          step={kind === 'line' ? 0.25 : 0.5}
          onChange={(sizePt) => put({ sizePt })}
        />
      )}
      {kind === 'marker' && !picture && (
        <ChoiceRow
          name={texts.shape}
          value={facets.markerStyle}
          choices={texts.shapes}
          onChange={(markerStyle) => put({ markerStyle })}
        />
      )}
      {kind === 'line' && (
        <ChoiceRow
          name={styleText.dashes}
          value={facets.lineStyle}
          choices={styleText.lines}
          onChange={(lineStyle) => put({ lineStyle })}
        />
      )}
      {kind === 'fill' && !picture && (
        <ChoiceRow
          name={styleText.pattern}
          value={facets.fillStyle}
          choices={styleText.fills}
          onChange={(fillStyle) => put({ fillStyle })}
        />
      )}
      {(kind === 'fill' || (kind === 'marker' && !picture)) && <Outline facets={facets} put={put} />}
      <SliderRow name={texts.opacity} unit="%" value={opacity} minimum={0} most={100} step={1} onChange={onOpacity} />
      {kind !== 'line' && (
        <details class="task-more" open={picture !== undefined || undefined}>
          <summary>{kind === 'marker' ? styleText.more : styleText.picture}</summary>
          {(kind === 'marker' || picture) && (
            <SliderRow
              name={styleText.angle}
              unit={styleText.degrees}
              value={facets.angleDeg}
              minimum={-180}
              most={180}
              step={5}
              onChange={(angleDeg) => put({ angleDeg })}
            />
          )}
          {kind === 'marker' &&
            (['xOffsetPt', 'yOffsetPt'] as const).map((name) => (
              <SliderRow
                key={name}
                name={name === 'xOffsetPt' ? styleText.offsetX : styleText.offsetY}
                unit={texts.points}
                value={facets[name]}
                minimum={-40}
                most={40}
                step={1}
                onChange={(offset) => put({ [name]: offset })}
              />
            ))}
          <PictureChoice
            picture={picture}
            onArrow={kind === 'marker' ? () => void drawArrow(facets.color) : undefined}
            onPicture={(picked) => {
              setArrow(false);
              put(withPicture(facets, picked));
            }}
          />
        </details>
      )}
    </fieldset>
  );
}

function Outline({ facets, put }: { facets: Facets; put: (part: Partial<Facets>) => void }) {
  return (
    <>
      <ColourRow name={texts.outline} value={facets.outlineColor} onChange={(outlineColor) => put({ outlineColor })} />
      <SliderRow
        name={`${texts.outline}, ${texts.width.toLowerCase()}`}
        unit={texts.points}
        value={facets.outlinePt}
        minimum={0}
        most={5}
        step={0.1}
        onChange={(outlinePt) => put({ outlinePt })}
      />
      {facets.kind === 'fill' && facets.outlinePt > 0 && (
        <ChoiceRow
          name={styleText.outlineDashes}
          value={facets.lineStyle}
          choices={styleText.lines}
          onChange={(lineStyle) => put({ lineStyle })}
        />
      )}
    </>
  );
}

/** An image as small as the disc it replaces would be illegible. */
function withPicture({ kind, sizePt }: Facets, picture: Uint8Array | undefined): Partial<Facets> {
  return { picture, ...(picture && { sizePt: Math.max(sizePt, kind === 'marker' ? 16 : 24) }) };
}
