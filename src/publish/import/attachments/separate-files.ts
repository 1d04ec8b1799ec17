import type { SourceFile } from '../../../../sw/formats/reading/source-table.ts';
import {
  companionEndings,
  formats,
  rasterBase,
  rasterEndings,
  sheetEndings,
  splitEnding,
} from '../../../../sw/formats/rows.ts';
import { isAttachable } from './attachable.ts';

const { endings: imageEndings, worldFiles } = formats.Image;
/** Endings of rasters and of companion files, which aren't tables. */
const otherEndings = [...rasterEndings, ...companionEndings];

/**
 * Separate data files from files that may be attached to rows. A spreadsheet in a folder may be attached if there is
 * other data. An image counts as data if it has a world file. It also counts as data if there is no other data: its
 * reader then reports the missing world file.
 */
export function separateFiles(files: readonly SourceFile[]): { data: SourceFile[]; beside: SourceFile[] } {
  const placed = new Set(files.map(({ name }) => rasterBase(name, [...worldFiles, 'aux.xml'])));
  const isSheet = (name: string): boolean => splitEnding(name, sheetEndings) !== undefined;
  const hasOther = files.some(({ name }) => !splitEnding(name, otherEndings) && !isAttachable(name));
  const hasTable = hasOther || files.some(({ name }) => isSheet(name));
  const isBeside = ({ name }: SourceFile): boolean => {
    if (isSheet(name)) return hasOther && name.includes('/');
    const base = splitEnding(name, imageEndings)?.[0];
    return base === undefined ? isAttachable(name) : hasTable && !placed.has(base);
  };
  const beside = files.filter(isBeside);
  const data = files.filter((file) => !beside.includes(file));
  return data.length === 0 ? { data: beside, beside: [] } : { data, beside };
}
