import { useEffect, useId, useState } from 'preact/hooks';
import { codeOf } from '../../../sw/geometry/reference-definitions.ts';
import { Notice } from '../../parts/notice.tsx';
import type { SourceSummary } from '../../publisher/describe-sources.ts';
import { referenceName, unsupportedProjection } from '../../state/references.ts';
import { locationText } from '../text/location-text.ts';
import { publishText as t } from '../text/publish-text.ts';
import { CodeField, useReferenceName } from './code-field.tsx';
import { type Guess, guessReferences } from './guess-reference.ts';
import { codePattern } from './problems.ts';
import { ShiftNote, UnknownDatum } from './shift-note.tsx';

export function ReferenceChoice(props: { layer: SourceSummary; code: string; onCode: (code: string) => void }) {
  const { layer, code, onCode } = props;
  const [guesses, setGuesses] = useState<readonly Guess[]>();
  const [isOther, setOther] = useState(false);
  const group = useId();
  const isRequested = layer.spatialReference === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first guess is taken once for a layer
  useEffect(() => {
    let isGone = false;
    if (!isRequested || !layer.extent) return;
    guessReferences(layer.extent, layer.isGeographic).then(
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
      <p class="soft">{t.reference.requested}</p>
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
      {isOther && <CodeField code={code} extent={layer.extent} onCode={onCode} />}
      <ShiftNote wkid={codePattern.test(code) ? Number(code) : undefined} />
    </fieldset>
  );
}
