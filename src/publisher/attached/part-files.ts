import type { SourceFile } from '../source-table.ts';
import { isAttachable } from './attachable.ts';

const picture = /^(.*)\.(?:png|jpe?g)$/i;
const worldFile = /^(.*?)(?:\.(?:png|jpe?g))?\.(?:pgw|pngw|jgw|jpgw|jpegw|wld|aux\.xml)$/i;
/** What is no table of its own: rasters, and what lies beside them and beside shapefiles. */
const noTable =
  /\.(?:tiff?|png|jpe?g|tfw|tifw|tiffw|pgw|pngw|jgw|jpgw|jpegw|wld|prj|cpg|shx|sbn|sbx|qix|qmd|ovr|shp\.xml|aux\.xml)$/i;

/**
 * Part files that hold data from those that lie beside them. A picture is data where a world file says where it lies, or
 * where nothing else is: then its reader says what is missing.
 */
export function partFiles(files: readonly SourceFile[]): { data: SourceFile[]; beside: SourceFile[] } {
  const placed = new Set(files.flatMap(({ name }) => worldFile.exec(name)?.[1]?.toLowerCase() ?? []));
  const isTable = ({ name }: SourceFile) => !noTable.test(name) && !isAttachable(name);
  const hasTable = files.some(isTable);
  const isBeside = ({ name }: SourceFile): boolean => {
    const base = picture.exec(name)?.[1];
    return base === undefined ? isAttachable(name) : hasTable && !placed.has(base.toLowerCase());
  };
  const beside = files.filter(isBeside);
  const data = files.filter((file) => !beside.includes(file));
  return data.length === 0 ? { data: beside, beside: [] } : { data, beside };
}
