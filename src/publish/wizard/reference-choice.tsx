import { useEffect, useId, useState } from 'preact/hooks';
import { codeOf } from '../../../sw/geometry/reference-definitions.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { referenceName, unsupportedProjection } from '../../state/references.ts';
import type { SourceSummary } from '../import/describe-sources.ts';
import { locationText } from '../text/location-text.ts';
import { publishText as t } from '../text/publish-text.ts';
import { CodeField, useReferenceName } from './code-field.tsx';
import { whereabouts } from './drawing-reference.ts';
import { type Guess, guessReferences } from './guess-reference.ts';
import { codePattern } from './problems.ts';
import { ShiftNote, UnknownDatum } from './shift-note.tsx';

/** @param among the layers that the choice applies to, this one among them */
export function ReferenceChoice(props: {
  layer: SourceSummary;
  among: readonly SourceSummary[];
  code: string;
  onCode: (code: string) => void;
}) {
  const { layer, among, code, onCode } = props;
  const [guesses, setGuesses] = useState<readonly Guess[]>();
  const [isOther, setOther] = useState(false);
  const group = useId();
  const { extent, isGeographic } = whereabouts(among);
  const isRequested = layer.spatialReference === undefined;
  useEffect(() => {
    let isGone = false;
    if (!isRequested || !extent) return;
    guessReferences(extent, isGeographic).then(
      (found) => {
        if (isGone) return;
        setGuesses(found);
        if (code === '' && found[0]) onCode(String(found[0].wkid));
        setOther(found.length === 0 || (code !== '' && !found.some(({ wkid }) => String(wkid) === code)));
      },
      () => !isGone && setOther(true),
    );
    return () => {
      isGone = true;
    };
  }, [layer]);
  const fileWkid = layer.spatialReference?.LatestWKID ?? layer.spatialReference?.WKID;
  const fileReference = useReferenceName(fileWkid);
  const unsupported = unsupportedProjection(layer.spatialReference);
  if (!isRequested)
    return (
      <div class="field">
        <span>{t.reference.title}</span>
        <div>
          {fileReference ?? referenceName(layer.spatialReference)}{' '}
          <small class="soft">{layer.isReferenceByFormat ? locationText.byFormat : t.reference.fromFile}</small>
          {unsupported !== undefined && (
            <Notice kind="warning">{t.reference.unsupportedProjection(unsupported)}</Notice>
          )}
          {layer.datumSystem === null ? (
            <UnknownDatum reference={layer.spatialReference} />
          ) : (
            <ShiftNote wkid={fileWkid ?? layer.datumSystem} />
          )}
        </div>
      </div>
    );
  return (
    <fieldset class="field reference-choice">
      <legend>{t.reference.title}</legend>
      <p class="soft">
        {t.reference.requested}
        {among.length > 1 && ` ${locationText.drawing.applies}`}
      </p>
      {guesses?.map(({ wkid, name }) => (
        <label key={wkid} class="choice">
          <input
            type="radio"
            name={group}
            checked={!isOther && code === String(wkid)}
            onChange={() => {
              setOther(false);
              onCode(String(wkid));
            }}
          />
          <span>
            {wkid === 4326 ? t.reference.degrees : name}
            <small>{codeOf(wkid)}</small>
          </span>
        </label>
      ))}
      <label class="choice">
        <input type="radio" name={group} checked={isOther} onChange={() => setOther(true)} />
        <span>{t.reference.other}</span>
      </label>
      {isOther && <CodeField code={code} extent={extent} onCode={onCode} />}
      <ShiftNote wkid={codePattern.test(code) ? Number(code) : undefined} />
    </fieldset>
  );
}

/** The coordinate system of a layer of a drawing, which was chosen for another of its layers. */
export function DrawingReference(props: { code: string; leader: string; onOwn: () => void }) {
  const { code, leader, onOwn } = props;
  const name = useReferenceName(codePattern.test(code) ? Number(code) : undefined);
  return (
    <div class="field">
      <span>{t.reference.title}</span>
      <div class="stack near">
        <span>
          {name && `${name} `}
          <small class="soft">{locationText.drawing.follows(leader)}</small>
        </span>
        <div class="row">
          <Button small onClick={onOwn}>
            {locationText.drawing.another}
          </Button>
        </div>
      </div>
    </div>
  );
}
