export { setColor, setPattern } from './blend.ts';
export { crc32, makeChecksumTables } from './checksum.ts';
export { paintAreas, setAreas } from './coverage.ts';
export { beginDeflate, deflateLines } from './deflate.ts';
export { paintHairlines, setMask } from './hairline.ts';
export {
  cutPixels,
  divideAlpha,
  multiplyAlpha,
  paintDots,
  putGroup,
  putImage,
  putOnWhite,
  stampImage,
} from './images.ts';
export { fillFeatures, lineFeatures, strokeFeatures } from './paths.ts';
export { setPen } from './stroke.ts';
export { setTarget } from './target.ts';

/** Return the first address that the code doesn't use. */
export function firstFree(): usize {
  return (__heap_base + 15) & ~15;
}
