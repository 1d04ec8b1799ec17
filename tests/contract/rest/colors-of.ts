/** Return the colors of an image as `red,green,blue,alpha`. */
export async function readImageColors(blob: Blob): Promise<Set<string>> {
  const bitmap = await createImageBitmap(blob);
  const surface = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  surface.drawImage(bitmap, 0, 0);
  const { data } = surface.getImageData(0, 0, bitmap.width, bitmap.height);
  const colors = new Set<string>();
  for (let offset = 0; offset < data.length; offset += 4) colors.add(data.slice(offset, offset + 4).join());
  return colors;
}
