import { useEffect, useState } from 'preact/hooks';
import {
  parseDefinition,
  type ReferenceDefinition,
  uncertaintyOf,
} from '../../../sw/geometry/reference-definitions.ts';
import { gridFilesOf, knownReference } from '../../state/definitions.ts';
import { locale } from '../../text/text.ts';
import { datumGrids, refreshGrids } from '../datum-grids.ts';
import { publishText as t } from '../text/publish-text.ts';

/** What is known of the shift of a system: its definition, and the grids that lead to WGS 84. */
interface Shift {
  readonly definition: ReferenceDefinition;
  readonly grids: Awaited<ReturnType<typeof gridFilesOf>>;
}

/** Say how far off the map positions of a system may come to lie, and which grid betters it; nothing where they are right. */
export function ShiftNote({ wkid }: { wkid: number | undefined }) {
  const [shift, setShift] = useState<Shift>();
  useEffect(() => {
    let isGone = false;
    setShift(undefined);
    if (wkid === undefined) return;
    if (!datumGrids.value) void refreshGrids();
    Promise.all([knownReference(wkid), gridFilesOf(wkid)]).then(
      ([row, grids]) => !isGone && setShift(row && { definition: parseDefinition(row[2], String(wkid)), grids }),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [wkid]);
  const note = shift && noteOf(shift);
  return note ? <p class="soft">{note}</p> : null;
}

const mostNames = 3;

function noteOf({ definition, grids }: Shift): string {
  const kept = new Set(datumGrids.value?.map(({ name }) => name.toLowerCase()));
  const used = grids.find(([file]) => kept.has(file.toLowerCase()));
  if (used && Number.isFinite(used[1])) return t.reference.byGrid(used[0], used[1].toLocaleString(locale));
  const { isShifted, metres } = uncertaintyOf(definition);
  const accuracyM = isShifted ? Number(definition.projection.accuracy ?? 0) : metres;
  const known = isShifted ? (metres > 0 ? t.reference.shiftGoodTo(metres) : '') : t.reference.withoutShift(metres);
  const better = grids.filter(([, gridM]) => gridM < accuracyM / 2);
  if (better.length === 0) return known;
  const names = [...new Set(better.map(([file]) => file))].slice(0, mostNames);
  const betterM = better.at(-1)![1].toLocaleString(locale);
  return `${known} ${t.reference.betterByGrid(names, betterM)}`.trim();
}
