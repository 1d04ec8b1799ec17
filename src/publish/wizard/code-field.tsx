import { useState } from 'preact/hooks';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { formatAuthorityCode } from '../../../sw/geometry/reference-definitions.ts';
import { TextField } from '../../parts/form/text-field.tsx';
import { useRead } from '../../parts/use-read.ts';
import { findKnownReference } from '../../state/definitions.ts';
import { codePattern } from '../job/problems.ts';
import { publishText as t } from '../text/publish-text.ts';
import { findReferences } from './guess-reference.ts';

const maxShown = 20;

/** A field for an EPSG code or a name, which suggests matching coordinate systems. */
export function CodeField(props: { code: string; extent: Extent | undefined; onCode: (code: string) => void }) {
  const { code, extent, onCode } = props;
  const [typed, setTyped] = useState(code);
  const isName = /\D/.test(typed);
  const isBad = typed !== '' && !isName && !codePattern.test(typed);
  const name = useReferenceName(isBad || isName || typed === '' ? undefined : Number(typed));
  const { value: references } = useRead(isName ? typed : undefined, () => findReferences(typed, extent));
  const put = (text: string) => {
    setTyped(text);
    onCode(/\D/.test(text) ? '' : text);
  };
  const problem = isBad
    ? t.reference.bad
    : name === null
      ? t.reference.unknown(typed)
      : isName && references?.length === 0
        ? t.reference.noName(typed)
        : undefined;
  return (
    <>
      <TextField
        label={t.reference.code}
        value={typed}
        hint={name ?? t.reference.hint}
        problem={problem}
        onInput={(text) => put(text.replace(/^\s*(EPSG:?\s*)?(\d+)\s*$/i, '$2').trimStart())}
      />
      {isName && references && references.length > 0 && (
        <ul class="reference-list" aria-label={t.reference.found}>
          {references.slice(0, maxShown).map(({ wkid, name: called }) => (
            <li key={wkid}>
              <button type="button" onClick={() => put(String(wkid))}>
                {called} <small>{formatAuthorityCode(wkid)}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Return the name of a coordinate system; null if it is unknown. */
export const useReferenceName = (wkid: number | undefined): string | null | undefined =>
  useRead(wkid?.toString(), async () => {
    const row = await findKnownReference(wkid!);
    return row ? `${row[1]} (EPSG:${wkid})` : null;
  }).value;
