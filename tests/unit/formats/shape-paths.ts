import type { SourceTable } from '../../../sw/formats/reading/source-table.ts';

/** List the paths of every row of a table, flat, as they are drawn. */
export function listShapePaths({ geometry }: SourceTable): number[][][] {
  const { xy, partOffsets, featureOffsets } = geometry!;
  return Array.from({ length: featureOffsets.length - 1 }, (_, row) =>
    Array.from({ length: featureOffsets[row + 1]! - featureOffsets[row]! }, (_part, i) => {
      const part = featureOffsets[row]! + i;
      return [...xy.subarray(partOffsets[part]! * 2, partOffsets[part + 1]! * 2)];
    }),
  );
}

/** Return the distances of the true paths' vertices from the paths drawn for them, row by row. */
export function distancesTo(drawn: readonly number[][][], truth: readonly number[][][]): number[] {
  return truth.flatMap((paths, row) =>
    paths.flatMap((path) =>
      Array.from({ length: path.length / 2 }, (_, i) =>
        Math.min(...drawn[row]!.map((line) => distance(line, path[i * 2]!, path[i * 2 + 1]!))),
      ),
    ),
  );
}

function distance(line: readonly number[], x: number, y: number): number {
  let shortest = Infinity;
  for (let offset = 0; offset + 3 < line.length; offset += 2) {
    const [ax, ay, bx, by] = [line[offset]!, line[offset + 1]!, line[offset + 2]!, line[offset + 3]!];
    const square = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square));
    shortest = Math.min(shortest, Math.hypot(ax + (bx - ax) * share - x, ay + (by - ay) * share - y));
  }
  return shortest;
}
