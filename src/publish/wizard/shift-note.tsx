import { useEffect, useState } from 'preact/hooks';
import { parseDefinition, uncertaintyOf } from '../../../sw/geometry/reference-definitions.ts';
import { knownReference } from '../../state/definitions.ts';
import { publishText as t } from '../text/publish-text.ts';

/** Say how far off the map positions of a system may come to lie; nothing where they are right to a few metres. */
export function ShiftNote({ wkid }: { wkid: number | undefined }) {
  const [note, setNote] = useState<string>();
  useEffect(() => {
    let isGone = false;
    setNote(undefined);
    if (wkid === undefined) return;
    knownReference(wkid).then(
      (row) => !isGone && setNote(row && noteOf(row[2], wkid)),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [wkid]);
  return note ? <p class="soft">{note}</p> : null;
}

function noteOf(definition: string, wkid: number): string | undefined {
  const { isShifted, metres } = uncertaintyOf(parseDefinition(definition, String(wkid)));
  if (!isShifted) return t.reference.withoutShift(metres);
  return metres > 0 ? t.reference.shiftGoodTo(metres) : undefined;
}
