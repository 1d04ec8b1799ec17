import type { DecodePicture } from '../../../../sw/service/raster-source.ts';
import { readFault } from '../../diagnostic.ts';
import type { SourceRaster } from '../../raster/source-raster.ts';
import { readSlice, type SourceFile, sizeOf, stem } from '../../source-table.ts';
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
  if (!size) throw readFault('bad-package', 'pictureExpected', name);
  if (!placement)
    throw readFault('bad-package', 'worldFileExpected', name, `${stem(name)}.${size.type === 'png' ? 'pgw' : 'jgw'}`);
  const { widthPx, heightPx } = size;
  checkSize(name, widthPx, heightPx, 4);
  const picture = await decode(new Blob([bytes.slice()], { type: `image/${size.type}` })).catch((error: Error) => {
    throw readFault('bad-package', 'wholePictureExpected', name, size.type.toUpperCase(), error.message);
  });
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

/** Read the size of a picture from its head, without decoding it; undefined when it is neither PNG nor JPEG. */
export function pictureSize(
  bytes: Uint8Array,
): { readonly type: 'png' | 'jpeg'; readonly widthPx: number; readonly heightPx: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length > 24 && view.getUint32(0) === 0x89504e47 && view.getUint32(12) === 0x49484452)
    return { type: 'png', widthPx: view.getUint32(16), heightPx: view.getUint32(20) };
  if (!(bytes.length > 4 && view.getUint16(0) === 0xffd8)) return undefined;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    // Filling bytes, and markers without a length.
    if (marker === 0xff) at++;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    // Frames: all of C0 to CF but the tables C4, C8 and CC.
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { type: 'jpeg', heightPx: view.getUint16(at + 5), widthPx: view.getUint16(at + 7) };
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
