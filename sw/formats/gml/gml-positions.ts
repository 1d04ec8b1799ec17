import { coordinateTuples } from '../reading/coordinate-tuples.ts';
import { type Drawing, first } from './gml-drawing.ts';
import { attributeOf, childrenNamed, type GmlNode } from './gml-node.ts';

/**
 * The positions directly in an element as flat x, y; the forms of GML 2 and 3.
 *
 * @returns empty when there are none
 * @throws {Fault} `bad-geometry` naming the line
 */
export function positionsOf(node: GmlNode, drawing: Drawing): number[] {
  const lists = childrenNamed(node, 'posList', 'coordinates');
  if (lists.length > 0) return lists.flatMap((list) => listOf(list, drawing.within(list)));
  const xy: number[] = [];
  for (const child of node.children) {
    const here = drawing.within(child);
    if (child.name === 'pos') add(xy, numbersOf(child, here), here, child);
    else if (child.name === 'coord') {
      const values = ['X', 'Y'].map((name) => Number(first(childrenNamed(child, name))?.text || Number.NaN));
      add(xy, values, here, child);
    } else if (child.name === 'pointProperty' || child.name === 'pointRep')
      for (const point of child.children) for (const value of positionsOf(point, here.within(point))) xy.push(value);
  }
  return xy;
}

function add(xy: number[], [a = Number.NaN, b = Number.NaN, ...more]: readonly number[], here: Drawing, node: GmlNode) {
  if (!Number.isFinite(a) || !Number.isFinite(b)) throw here.fault(node, node.text.trim());
  if (more.length > 0) here.seen.heights++;
  if (here.srs?.isTurned) xy.push(b, a);
  else xy.push(a, b);
}

function listOf(list: GmlNode, here: Drawing): number[] {
  const rows = list.name === 'coordinates' ? tuplesOf(list) : undefined;
  const xy: number[] = [];
  if (rows) {
    for (const row of rows) add(xy, row, here, list);
    return xy;
  }
  const numbers = numbersOf(list, here);
  const dimension = here.dimension ?? here.srs?.dimension ?? 2;
  if (!(dimension >= 2 && dimension <= 4) || numbers.length % dimension > 0)
    throw here.fault(list, `${numbers.length} numbers`);
  if (dimension > 2 && numbers.length > 0) here.seen.heights++;
  const [x, y] = here.srs?.isTurned ? [1, 0] : [0, 1];
  for (let at = 0; at < numbers.length; at += dimension) xy.push(numbers[at + x]!, numbers[at + y]!);
  return xy;
}

function numbersOf(node: GmlNode, here: Drawing): number[] {
  const text = node.text.trim();
  if (text === '') return [];
  const numbers = text.split(/\s+/).map(Number);
  if (!numbers.every(Number.isFinite))
    throw here.fault(node, text.split(/\s+/).find((one) => !Number.isFinite(Number(one)))!);
  return numbers;
}

/** `1,2 3,4` with whatever separates them. */
function tuplesOf(node: GmlNode): number[][] {
  const [decimal, cs, ts] = ['decimal', 'cs', 'ts'].map((name) => attributeOf(node, name));
  const text = node.text.trim();
  if (text === '') return [];
  const tuples = ts === undefined || /^\s*$/.test(ts) ? coordinateTuples(text) : text.split(ts);
  return tuples
    .map((tuple) => tuple.trim())
    .filter(Boolean)
    .map((tuple) =>
      tuple.split(cs || ',').map((part) => Number(decimal && decimal !== '.' ? part.replace(decimal, '.') : part)),
    );
}
