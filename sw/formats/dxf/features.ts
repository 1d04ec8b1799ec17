import type { Budget } from '../../contract/budget.ts';
import type { ShapeMember } from '../reading/member-shape.ts';
import { type DxfBlock, type DxfDrawing, type DxfEntity, readGroup, readGroupNumber } from './drawing.ts';
import { hasCurves, shapeMembers } from './shapes.ts';
import { combineTransforms, identity, insertTransform, readPlane, type Transform, transformPath } from './transform.ts';

/** Characters by their `%%` code. */
const percentCodes: Readonly<Record<string, string>> = { c: '⌀', d: '°', p: '±', '%': '%' };

/** Return the text of a TEXT or ATTRIB. Codes like `%%d` and `\U+00E4` become characters; underlines are dropped. */
const plainLine = (text: string): string =>
  text
    .replace(/\\U\+([\dA-F]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/%%([cdp%]|\d{3}|[uok])/gi, (_, code: string) =>
      /\d/.test(code) ? String.fromCharCode(Number(code)) : (percentCodes[code.toLowerCase()] ?? ''),
    )
    .trim();

/** Return the text of an MTEXT without formatting. Paragraphs become lines, and stacked fractions get a slash. */
function plainParagraphs(text: string): string {
  const escaped =
    /\\U\+[\dA-F]{4}|\\([\\{}])|\\P|\\~|\\S([^;]{0,255});|\\[ACcfFHQTWp][^;]{0,255};|\\[LlOoKkNX]|[{}]|\^[IJM ]/gi;
  const plain = text.replace(escaped, (sequence, literal?: string, stack?: string) => {
    if (literal) return literal;
    if (stack !== undefined) return stack.replace(/[#^]/, '/');
    if (/^\\U/i.test(sequence)) return sequence;
    if (sequence === '\\P' || sequence === '^J') return '\n';
    return sequence === '\\~' || sequence === '^I' ? ' ' : '';
  });
  return plainLine(plain);
}

/** Row of a layer: a geometry, or a text at a point. */
export interface DxfFeature {
  readonly layer: string;
  /** Entity type of the drawing, such as `LWPOLYLINE`. */
  readonly type: string;
  /** Block that contains the entity; empty for none. */
  readonly block: string;
  /** Color number from 1 to 255; undefined for the color of the layer. */
  readonly color: number | undefined;
  readonly members: readonly ShapeMember[];
  readonly hasCurves: boolean;
  readonly text?: DxfText;
}

interface DxfText {
  readonly content: string;
  readonly height: number;
  /** Degrees counterclockwise. */
  readonly rotation: number;
}

/** Number of skipped entities by type. */
type LeftOut = Map<string, number>;

const maxDepth = 16;
/** Types that draw nothing in model space. */
const silent = new Set(['VIEWPORT', 'ATTDEF', 'SEQEND']);

interface Scene {
  readonly transform: Transform;
  /** Layer of the insert, which entities of layer `0` in its block inherit. */
  readonly layer: string;
  readonly block: string;
  readonly depth: number;
}

/**
 * Return the features in the model space of a drawing, and the number of skipped entities by type. Blocks are repeated
 * for each insert.
 *
 * @param tolerance maximum distance of chords from their curve, in units of the drawing
 * @param budget charged for entries (copies of blocks and their entities) and vertices, which nested blocks multiply
 * @throws {Fault} `too-large` when the budget is used up
 */
export function readDxfFeatures(
  { entities, blocks }: DxfDrawing,
  tolerance: number,
  budget: Budget,
): { features: DxfFeature[]; leftOut: LeftOut } {
  const features: DxfFeature[] = [];
  const leftOut: LeftOut = new Map();
  /** Blocks being drawn. A block that contains itself would never end. */
  const open = new Set<DxfBlock>();

  function addBlock(block: DxfBlock, scene: Scene): void {
    open.add(block);
    for (const entity of block.entities) add(entity, scene);
    open.delete(block);
  }

  function add(entity: DxfEntity, scene: Scene): void {
    budget.take('entries');
    // Skip paper space and invisible entities.
    if (readGroupNumber(entity, 67) === 1 || readGroupNumber(entity, 60) === 1 || silent.has(entity.type)) return;
    const entityLayer = readGroup(entity, 8) ?? '0';
    const layer = entityLayer === '0' && scene.block !== '' ? scene.layer : entityLayer;
    if (entity.type === 'INSERT') {
      addInsert(entity, layer, scene);
      return;
    }
    if (entity.type === 'DIMENSION') {
      // A block draws the dimension.
      const block = blocks.get((readGroup(entity, 2) ?? '').toUpperCase());
      if (block && !open.has(block) && scene.depth < maxDepth)
        addBlock(block, { ...scene, layer, depth: scene.depth + 1 });
      return;
    }
    const text = readDxfText(entity, scene.transform);
    const members = text ? [text.member] : shapeMembers(entity, scene.transform, tolerance);
    if (!members) {
      leftOut.set(entity.type, (leftOut.get(entity.type) ?? 0) + 1);
      return;
    }
    if (members.length === 0 || text?.content === '') return;
    for (const { paths } of members) for (const path of paths) budget.take('vertices', path.length / 2);
    const color = readGroupNumber(entity, 62, 256);
    features.push({
      layer,
      type: entity.type,
      block: scene.block,
      color: color > 0 && color < 256 ? color : undefined,
      members,
      hasCurves: hasCurves(entity),
      text,
    });
  }

  function addInsert(insert: DxfEntity, layer: string, scene: Scene): void {
    const name = readGroup(insert, 2) ?? '';
    const block = blocks.get(name.toUpperCase());
    if (!block || open.has(block) || scene.depth >= maxDepth) {
      leftOut.set(`INSERT ${name}`, (leftOut.get(`INSERT ${name}`) ?? 0) + 1);
      return;
    }
    const columns = Math.max(1, readGroupNumber(insert, 70, 1));
    const rows = Math.max(1, readGroupNumber(insert, 71, 1));
    budget.take('entries', columns * rows);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const transform = combineTransforms(scene.transform, insertTransform(insert, block, column, row));
        const inner: Scene = { transform, layer, block: name, depth: scene.depth + 1 };
        addBlock(block, inner);
      }
    // Attributes have absolute positions, not relative to the block.
    for (const part of insert.parts) add(part, { ...scene, layer, block: name });
  }

  for (const entity of entities) add(entity, { transform: identity, layer: '0', block: '', depth: 0 });
  return { features, leftOut };
}

function readDxfText(entity: DxfEntity, transform: Transform): (DxfText & { member: ShapeMember }) | undefined {
  const { type } = entity;
  const isParagraph = type === 'MTEXT';
  if (!isParagraph && type !== 'TEXT' && type !== 'ATTRIB') return undefined;
  // The attribute is invisible.
  if (type === 'ATTRIB' && readGroupNumber(entity, 70) & 1)
    return { content: '', height: 0, rotation: 0, member: emptyMember };
  const number = (code: number, missing = 0): number => readGroupNumber(entity, code, missing);
  const isAligned = !isParagraph && (number(72) !== 0 || number(type === 'ATTRIB' ? 74 : 73) !== 0);
  const anchor = isAligned && readGroup(entity, 11) !== undefined ? [number(11), number(21)] : [number(10), number(20)];
  const whole = isParagraph ? transform : combineTransforms(transform, readPlane(entity, number(30)));
  const path = transformPath(anchor, whole);
  const hasAxis = isParagraph && readGroup(entity, 11) !== undefined;
  const angle = hasAxis ? Math.atan2(number(21), number(11)) : (number(50) * Math.PI) / 180;
  const [x, y] = [
    whole[0] * Math.cos(angle) + whole[2] * Math.sin(angle),
    whole[1] * Math.cos(angle) + whole[3] * Math.sin(angle),
  ];
  const content = isParagraph ? plainParagraphs(joinText(entity)) : plainLine(readGroup(entity, 1) ?? '');
  return {
    content,
    height: round(number(40) * Math.hypot(whole[2], whole[3])),
    rotation: round((Math.atan2(y, x) * 180) / Math.PI),
    member: { family: 'points', paths: [path] },
  };
}

const emptyMember: ShapeMember = { family: 'points', paths: [[]] };
const round = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Join a long text, which is stored in pieces. */
const joinText = ({ codes, values }: DxfEntity): string =>
  [3, 1].map((code) => values.filter((_, i) => codes[i] === code).join('')).join('');
