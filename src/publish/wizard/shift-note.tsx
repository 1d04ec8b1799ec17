import {
  parseDefinition,
  type ReferenceDefinition,
  uncertaintyOf,
} from '../../../sw/geometry/reference-definitions.ts';
import { definitionOf, type SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import { Notice } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { gridFilesOf, knownReference } from '../../state/definitions.ts';
import { locale } from '../../text/locale.ts';
import { datumGrids, refreshGrids } from '../datum-grids.ts';
import { publishText as t } from '../text/publish-text.ts';

/** What is known of the shift of a system: its definition, and the grids that lead to WGS 84. */
interface Shift {
  readonly definition: ReferenceDefinition;
  readonly grids: Awaited<ReturnType<typeof gridFilesOf>>;
}

/** Say how far off the map positions of a system may come to lie, and which grid betters it; nothing where they are right. */
export function ShiftNote({ wkid }: { wkid: number | undefined }) {
  const { value: shift } = useRead(wkid?.toString(), async (): Promise<Shift | undefined> => {
    if (!datumGrids.value) void refreshGrids();
    const [row, grids] = await Promise.all([knownReference(wkid!), gridFilesOf(wkid!)]);
    return row && { definition: parseDefinition(row[2], String(wkid)), grids };
  });
  const note = shift && noteOf(shift);
  return note ? <Note isWarning={uncertaintyOf(shift.definition).metres >= farM}>{note}</Note> : null;
}

/** Say how far off positions may come to lie whose datum is not known; nothing where the text itself has a shift. */
export function UnknownDatum({ reference }: { reference: SpatialReference | undefined }) {
  const definition = understood(reference);
  if (!definition) return null;
  const { isShifted, metres } = uncertaintyOf(definition);
  const [, name = ''] = /\b(?:DATUM|TRF|ENSEMBLE)\s*\[\s*"([^"]*)"/i.exec(reference?.WKT ?? '') ?? [];
  return isShifted ? null : <Note isWarning={metres >= farM}>{t.reference.unknownDatum(name, metres)}</Note>;
}

function understood(reference: SpatialReference | undefined): ReferenceDefinition | undefined {
  try {
    return definitionOf(reference);
  } catch {
    return undefined;
  }
}

/** Data that lie so many metres off are a mistake on any map. */
const farM = 100;

function Note({ isWarning, children }: { isWarning: boolean; children: string }) {
  return isWarning ? <Notice kind="warning">{children}</Notice> : <p class="soft">{children}</p>;
}

const mostNames = 3;

function noteOf({ definition, grids }: Shift): string {
  const storedGrids = new Set(datumGrids.value?.map(({ name }) => name.toLowerCase()));
  const used = grids.find(([file]) => storedGrids.has(file.toLowerCase()));
  if (used && Number.isFinite(used[1])) return t.reference.byGrid(used[0], used[1].toLocaleString(locale));
  const { isShifted, metres } = uncertaintyOf(definition);
  const accuracyM = isShifted ? Number(definition.projection.accuracy ?? 0) : metres;
  const known = isShifted ? (metres > 0 ? t.reference.shiftGoodTo(metres) : '') : t.reference.withoutShift(metres);
  const better = grids.filter(([, gridM]) => gridM < accuracyM / 2);
  if (better.length === 0) return known;
  const names = [...new Set(better.map(([file]) => file))];
  // The least accurate grid is mostly the one of the whole country: those before it may not cover the data.
  names.splice(mostNames - 1, names.length - mostNames);
  const betterM = better.at(-1)![1].toLocaleString(locale);
  return `${known} ${t.reference.betterByGrid(names, betterM)}`.trim();
}
