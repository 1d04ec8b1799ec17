import type { DecodePicture } from '../../service/raster-source.ts';
import { readText } from '../reading/read-text.ts';
import type { SourceRaster } from '../reading/source-raster.ts';
import { type SourceFile, sizeOf } from '../reading/source-table.ts';
import { fromWkt } from '../reading/spatial-reference.ts';
import { formats, rasterBase, rasterEndings, splitEnding, worldFileEndings } from '../rows.ts';
import { readPicture } from './image.ts';
import { readWorldFile, type Sidecars } from './world-file.ts';

/** One raster to read, with the files that lie beside it. */
interface RasterJob {
  readonly file: SourceFile;
  readonly size: number;
  read(decode: DecodePicture, signal?: AbortSignal): Promise<SourceRaster>;
}

const { GeoTIFF, Picture } = formats;
const besideEndings = [...worldFileEndings, ...GeoTIFF.companions];

/** Take the rasters out of files that were dropped together, each with its world file and projection; the rest stays. */
export function takeRasters(files: readonly SourceFile[]): { rasters: RasterJob[]; rest: SourceFile[] } {
  const groups = new Map<string, SourceFile[]>();
  for (const { name } of files) {
    const base = splitEnding(name, rasterEndings)?.[0];
    if (base !== undefined) groups.set(base, []);
  }
  const images: [file: SourceFile, beside: readonly SourceFile[]][] = [];
  const rest: SourceFile[] = [];
  for (const file of files) {
    const own = splitEnding(file.name, rasterEndings)?.[0];
    const base = own ?? rasterBase(file.name, besideEndings);
    const beside = base === undefined ? undefined : groups.get(base);
    if (!beside) rest.push(file);
    else if (own !== undefined) images.push([file, beside]);
    else beside.push(file);
  }
  const rasters = images.map(([file, beside]): RasterJob => {
    return {
      file,
      size: sizeOf(file),
      async read(decode, signal) {
        const sidecars = await readSidecars(beside);
        if (splitEnding(file.name, Picture.endings)) return readPicture(file, sidecars, decode);
        const { readGeoTiff } = await import('../tiff/geotiff.ts');
        return readGeoTiff(file, sidecars, { decode, signal });
      },
    };
  });
  return { rasters, rest };
}

async function readSidecars(files: readonly SourceFile[]): Promise<Sidecars> {
  const world = files.find(({ name }) => splitEnding(name, worldFileEndings));
  const projection = files.find(({ name }) => /\.prj$/i.test(name));
  const spatialReference = projection && fromWkt((await readText(projection)).text);
  return {
    ...(world ? { placement: readWorldFile((await readText(world)).text, world.name) } : {}),
    ...(spatialReference ? { spatialReference } : {}),
  };
}
