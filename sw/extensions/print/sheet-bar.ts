import { roundBelow } from '../../draw/scale-bar/plan.ts';

const unitsOf = {
  metric: [
    ['km', 1000],
    ['m', 1],
  ],
  imperial: [
    ['mi', 1609.344],
    ['ft', 0.3048],
  ],
} as const;

/** A bar of four pieces of equal length. */
interface SheetBar {
  /** In `unit`: 1, 2 or 5 times a power of ten. */
  readonly piece: number;
  readonly unit: string;
  readonly lengthM: number;
}

/** Choose the longest bar of four round pieces that fits; the larger unit from one of it on. */
export function sheetBar(roomM: number, system: keyof typeof unitsOf): SheetBar {
  const [large, small] = unitsOf[system];
  const [unit, metres] = roomM >= 4 * large[1] ? large : small;
  const piece = roundBelow(roomM / 4 / metres);
  return { piece, unit, lengthM: 4 * piece * metres };
}
