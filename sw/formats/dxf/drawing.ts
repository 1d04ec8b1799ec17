import { diagnostic, readFault } from '../reading/diagnostic.ts';

/** Object of a drawing as groups of code and value. */
export interface DxfEntity {
  readonly type: string;
  readonly codes: readonly number[];
  readonly values: readonly string[];
  /** Vertices of a polyline or attributes of an insert. */
  readonly parts: readonly DxfEntity[];
}

export interface DxfBlock {
  readonly x: number;
  readonly y: number;
  readonly entities: readonly DxfEntity[];
}

export interface DxfDrawing {
  /** Variables of the header by name (`$INSUNITS`), with their first value. */
  readonly header: ReadonlyMap<string, string>;
  /** By upper-case name. */
  readonly blocks: ReadonlyMap<string, DxfBlock>;
  readonly entities: readonly DxfEntity[];
}

/** Return the first value of a group; undefined if there is none. */
export function readGroup({ codes, values }: DxfEntity, code: number): string | undefined {
  const index = codes.indexOf(code);
  return index < 0 ? undefined : values[index];
}

/** Return the first value of a group as a number; `missing` if it's absent or invalid. */
export const readGroupNumber = (entity: DxfEntity, code: number, missing = 0): number => {
  const value = Number(readGroup(entity, code) ?? missing);
  return Number.isFinite(value) ? value : missing;
};

interface OpenEntity {
  type: string;
  codes: number[];
  values: string[];
  parts: DxfEntity[];
}

/** Check whether an entity is followed by its parts, up to a `SEQEND`. */
const withParts = (entity: OpenEntity): boolean =>
  entity.type === 'POLYLINE' || (entity.type === 'INSERT' && readGroupNumber(entity, 66) === 1);
const partTypes = new Set(['VERTEX', 'ATTRIB']);

/**
 * Read the groups of a drawing: pairs of lines with a code and a value.
 *
 * @throws {Fault} `bad-package` with the line when a code is invalid, or when the end is missing
 */
export function readDrawing(fileName: string, text: string): DxfDrawing {
  const header = new Map<string, string>();
  const blocks = new Map<string, DxfBlock>();
  const entities: DxfEntity[] = [];
  let section = '';
  let variable = '';
  let block: { name: string; x: number; y: number; entities: DxfEntity[] } | undefined;
  let entity: OpenEntity | undefined;
  let owner: OpenEntity | undefined;
  let isEnded = false;

  function finish(): void {
    if (!entity) return;
    if (entity.type === 'BLOCK')
      block = {
        name: readGroup(entity, 2) ?? '',
        x: readGroupNumber(entity, 10),
        y: readGroupNumber(entity, 20),
        entities: [],
      };
    else if (entity.type === 'ENDBLK') {
      if (block) blocks.set(block.name.toUpperCase(), block);
      block = undefined;
    } else if (owner && partTypes.has(entity.type)) owner.parts.push(entity);
    else {
      owner = withParts(entity) ? entity : undefined;
      if (entity.type !== 'SEQEND') (section === 'BLOCKS' ? block?.entities : entities)?.push(entity);
    }
    entity = undefined;
  }

  eachGroup(fileName, text, (code, value) => {
    if (code === 0) {
      finish();
      if (value === 'SECTION' || value === 'ENDSEC') section = '';
      else if (value === 'EOF') isEnded = true;
      else if (section === 'ENTITIES' || section === 'BLOCKS')
        entity = { type: value, codes: [], values: [], parts: [] };
    } else if (entity) {
      entity.codes.push(code);
      entity.values.push(value);
    } else if (code === 2 && section === '') section = value;
    else if (section === 'HEADER') {
      if (code === 9) variable = value;
      else if (!header.has(variable)) header.set(variable, value);
    }
    return !isEnded;
  });
  if (!isEnded) throw readFault('bad-package', 'dxfCut', fileName);
  return { header, blocks, entities };
}

/** Call `take` with each group until it returns false. */
function eachGroup(fileName: string, text: string, take: (code: number, value: string) => boolean): void {
  let position = 0;
  let line = 0;
  const next = (): string | undefined => {
    if (position >= text.length) return undefined;
    const lineEnd = text.indexOf('\n', position);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const value = text.slice(position, text.charCodeAt(end - 1) === 13 ? end - 1 : end);
    position = end + 1;
    line++;
    return value;
  };
  for (;;) {
    const label = next();
    const value = next();
    if (label === undefined || value === undefined) return;
    const code = Number(label);
    if (label.trim() === '' || !Number.isInteger(code)) {
      const location = diagnostic('inFile', fileName, diagnostic('line', line - 1));
      throw readFault('bad-package', 'dxfCode', location, label.trim().slice(0, 40));
    }
    // Only text values keep their white space.
    if (!take(code, code === 1 || code === 3 ? value : value.trim())) return;
  }
}
