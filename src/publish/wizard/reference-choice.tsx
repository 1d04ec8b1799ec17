import { useEffect, useId, useState } from 'preact/hooks';
import {
  estimateUncertainty,
  formatAuthorityCode,
  parseDefinition,
  type ReferenceDefinition,
} from '../../../sw/geometry/reference-definitions.ts';
import { getDefinition, type SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { findKnownReference, listGridFiles } from '../../state/definitions.ts';
import { findUnsupportedProjection, referenceName } from '../../state/references.ts';
import { locale } from '../../text/locale.ts';
import { datumGrids, refreshGrids } from '../datum-grids.ts';
import type { ReadLayer } from '../import/read-layer.ts';
import { whereabouts } from '../job/drawing-reference.ts';
import { codePattern } from '../job/problems.ts';
import { publishText as t } from '../text/publish-text.ts';
import { CodeField, useReferenceName } from './code-field.tsx';
import { type Guess, guessReferences } from './guess-reference.ts';

/**
 * Choice of the coordinate system of a layer.
 *
 * @param among the layers that the choice applies to, including this one
 */
export function ReferenceChoice(props: {
  layer: ReadLayer;
  among: readonly ReadLayer[];
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
      (guessed) => {
        if (isGone) return;
        setGuesses(guessed);
        if (code === '' && guessed[0]) onCode(String(guessed[0].wkid));
        setOther(guessed.length === 0 || (code !== '' && !guessed.some(({ wkid }) => String(wkid) === code)));
      },
      () => !isGone && setOther(true),
    );
    return () => {
      isGone = true;
    };
  }, [layer]);
  const fileWkid = layer.spatialReference?.LatestWKID ?? layer.spatialReference?.WKID;
  const fileReference = useReferenceName(fileWkid);
  const unsupported = findUnsupportedProjection(layer.spatialReference);
  if (!isRequested)
    return (
      <div class="field">
        <span>{t.reference.title}</span>
        <div>
          {fileReference ?? referenceName(layer.spatialReference)}{' '}
          <small class="soft">{layer.isReferenceByFormat ? t.location.byFormat : t.reference.fromFile}</small>
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
        {among.length > 1 && ` ${t.location.drawing.applies}`}
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
            <small>{formatAuthorityCode(wkid)}</small>
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

/** The coordinate system of a layer in a drawing, chosen for another of its layers. */
export function DrawingReference(props: { code: string; leader: string; onOwn: () => void }) {
  const { code, leader, onOwn } = props;
  const name = useReferenceName(codePattern.test(code) ? Number(code) : undefined);
  return (
    <div class="field">
      <span>{t.reference.title}</span>
      <div class="stack near">
        <span>
          {name && `${name} `}
          <small class="soft">{t.location.drawing.follows(leader)}</small>
        </span>
        <div class="row">
          <Button small onClick={onOwn}>
            {t.location.drawing.another}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** The datum shift of a system: its definition, and the grids to WGS 84. */
interface Shift {
  readonly definition: ReferenceDefinition;
  readonly grids: Awaited<ReturnType<typeof listGridFiles>>;
}

/** Warn about the possible offset of a system's positions and name grids that reduce it; nothing if there is none. */
function ShiftNote({ wkid }: { wkid: number | undefined }) {
  const { value: shift } = useRead(wkid?.toString(), async (): Promise<Shift | undefined> => {
    if (!datumGrids.value) void refreshGrids();
    const [row, grids] = await Promise.all([findKnownReference(wkid!), listGridFiles(wkid!)]);
    return row && { definition: parseDefinition(row[2], String(wkid)), grids };
  });
  const note = shift && shiftNote(shift);
  return note ? <Note isWarning={estimateUncertainty(shift.definition).meters >= farM}>{note}</Note> : null;
}

/** Warn about the possible offset for an unknown datum; nothing if the text includes a shift. */
function UnknownDatum({ reference }: { reference: SpatialReference | undefined }) {
  const definition = understood(reference);
  if (!definition) return null;
  const { isShifted, meters: metres } = estimateUncertainty(definition);
  const [, name = ''] = /\b(?:DATUM|TRF|ENSEMBLE)\s*\[\s*"([^"]*)"/i.exec(reference?.WKT ?? '') ?? [];
  return isShifted ? null : <Note isWarning={metres >= farM}>{t.reference.unknownDatum(name, metres)}</Note>;
}

function understood(reference: SpatialReference | undefined): ReferenceDefinition | undefined {
  try {
    return getDefinition(reference);
  } catch {
    return undefined;
  }
}

/** Minimum offset in meters that is visible on any map. */
const farM = 100;

function Note({ isWarning, children }: { isWarning: boolean; children: string }) {
  return isWarning ? <Notice kind="warning">{children}</Notice> : <p class="soft">{children}</p>;
}

const maxNames = 3;

function shiftNote({ definition, grids }: Shift): string {
  const storedGrids = new Set(datumGrids.value?.map(({ name }) => name.toLowerCase()));
  const used = grids.find(([file]) => storedGrids.has(file.toLowerCase()));
  if (used && Number.isFinite(used[1])) return t.reference.byGrid(used[0], used[1].toLocaleString(locale));
  const { isShifted, meters: metres } = estimateUncertainty(definition);
  const accuracyM = isShifted ? Number(definition.projection.accuracy ?? 0) : metres;
  const accuracyNote = isShifted
    ? metres > 0
      ? t.reference.shiftGoodTo(metres)
      : ''
    : t.reference.withoutShift(metres);
  const better = grids.filter(([, gridM]) => gridM < accuracyM / 2);
  if (better.length === 0) return accuracyNote;
  const names = [...new Set(better.map(([file]) => file))];
  // Keep the least accurate grid: it usually covers the whole country, while others may not cover the data.
  names.splice(maxNames - 1, names.length - maxNames);
  const betterM = better.at(-1)![1].toLocaleString(locale);
  return `${accuracyNote} ${t.reference.betterByGrid(names, betterM)}`.trim();
}
