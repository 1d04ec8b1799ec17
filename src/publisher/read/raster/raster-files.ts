import type { DecodePicture } from '../../../../sw/service/raster-source.ts';
import type { SourceRaster } from '../../raster/source-raster.ts';
import { type SourceFile, sizeOf } from '../../source-table.ts';
import { readText } from '../read-text.ts';
import { fromWkt } from '../spatial-reference.ts';
import { readPicture } from './picture.ts';
import { readWorldFile, type Sidecars } from './world-file.ts';

/** One raster to read, with the files that lie beside it. */
interface RasterJob {
  readonly name: string;
  readonly size: number;
  read(decode: DecodePicture, signal?: AbortSignal): Promise<SourceRaster>;
}

const rasterName = /^(.*)\.(tiff?|png|jpe?g)$/i;
const sidecarName = /^(.*?)(?:\.(?:tiff?|png|jpe?g))?\.(tfw|tifw|tiffw|pgw|pngw|jgw|jpgw|jpegw|wld|prj|aux\.xml|ovr)$/i;

/** Endings of raster files and of what lies beside them, for file choosers. */
export const rasterEndings: readonly string[] = ['tif', 'tiff', 'png', 'jpg', 'jpeg', 'tfw', 'pgw', 'jgw', 'wld'];

/** Take the rasters out of files that were dropped together, each with its world file and projection; the rest stays. */
export function takeRasters(files: readonly SourceFile[]): { rasters: RasterJob[]; rest: SourceFile[] } {
  const pictures = files.filter((file) => rasterName.test(file.name));
  const bases = new Set(pictures.map((file) => rasterName.exec(file.name)![1]!.toLowerCase()));
  const beside = new Map<string, SourceFile[]>();
  const rest: SourceFile[] = [];
  for (const file of files) {
    if (pictures.includes(file)) continue;
    const base = sidecarName.exec(file.name)?.[1]?.toLowerCase();
    if (base === undefined || !bases.has(base)) rest.push(file);
    else beside.set(base, [...(beside.get(base) ?? []), file]);
  }
  const rasters = pictures.map((file): RasterJob => {
    const around = beside.get(rasterName.exec(file.name)![1]!.toLowerCase()) ?? [];
    return {
      name: file.name,
      size: sizeOf(file),
      async read(decode, signal) {
        const sidecars = await readSidecars(around);
        if (!/\.tiff?$/i.test(file.name)) return readPicture(file, sidecars, decode);
        // A large reader that few publications need.
        const { readGeoTiff } = await import('./geotiff.ts');
        return readGeoTiff(file, sidecars, signal);
      },
    };
  });
  return { rasters, rest };
}

async function readSidecars(files: readonly SourceFile[]): Promise<Sidecars> {
  const world = files.find(({ name }) => /w$|\.wld$/i.test(name));
  const projection = files.find(({ name }) => /\.prj$/i.test(name));
  const spatialReference = projection && fromWkt((await readText(projection)).text);
  return {
    ...(world ? { placement: readWorldFile((await readText(world)).text, world.name) } : {}),
    ...(spatialReference ? { spatialReference } : {}),
  };
}
