import { pictureSize } from '../../service/checks/check-picture.ts';
import type { DecodePicture } from '../../service/raster-source.ts';
import { readFault } from '../reading/diagnostic.ts';
import type { SourceRaster } from '../reading/source-raster.ts';
import { readSlice, type SourceFile, sizeOf, stem } from '../reading/source-table.ts';
import { checkSize } from './limits.ts';
import { extentOf, type Sidecars, turnedOver } from './world-file.ts';

/**
 * Read a PNG or JPEG picture with a world file beside it.
 *
 * @throws {Fault} `bad-package` when it is no picture or has no world file, `too-large` by the size that its head says
 */
export async function readPicture(file: SourceFile, beside: Sidecars, decode: DecodePicture): Promise<SourceRaster> {
  const { name } = file;
  const { placement, spatialReference } = beside;
  const bytes = await readSlice(file, 0, sizeOf(file));
  const size = pictureSize(bytes);
  if (size?.type !== 'png' && size?.type !== 'jpeg') throw readFault('bad-package', 'pictureExpected', name);
  if (!placement)
    throw readFault('bad-package', 'worldFileExpected', name, `${stem(name)}.${size.type === 'png' ? 'pgw' : 'jgw'}`);
  const { widthPx, heightPx } = size;
  checkSize(name, widthPx, heightPx, 4);
  const limit = { path: name, pixels: widthPx * heightPx };
  const picture = await decode(new Blob([bytes.slice()], { type: `image/${size.type}` }), limit).catch(
    (error: Error) => {
      throw readFault('bad-package', 'wholePictureExpected', name, size.type.toUpperCase(), error.message);
    },
  );
  const { rgba } = picture;
  if (picture.widthPx !== widthPx || picture.heightPx !== heightPx)
    throw readFault('bad-package', 'headDiffers', name, widthPx, heightPx, picture.widthPx, picture.heightPx);
  const channel = (offset: number): Uint8Array => {
    const samples = new Uint8Array(widthPx * heightPx);
    for (let i = 0; i < samples.length; i++) samples[i] = rgba[4 * i + offset]!;
    return placement.isBottomUp ? turnedOver(samples, widthPx) : samples;
  };
  const alpha = channel(3);
  const names = alpha.every((value) => value === 255) ? ['Red', 'Green', 'Blue'] : ['Red', 'Green', 'Blue', 'Alpha'];
  return {
    name: stem(name),
    widthPx,
    heightPx,
    extent: extentOf(placement, widthPx, heightPx),
    ...(spatialReference ? { spatialReference } : {}),
    sampleType: 'u8',
    bands: names.map((band, i) => ({ name: band, samples: i === 3 ? alpha : channel(i) })),
    isCategorical: false,
    isLossy: size.type === 'jpeg',
    notes: [],
  };
}
