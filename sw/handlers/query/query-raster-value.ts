import { Fault, quoteValue, unsupported, type Value, wrongValue } from '../../contract/index.ts';
import { encodeImage } from '../../draw/image/encode.ts';
import { findField } from '../../rows/field-list.ts';
import type { RowFileEntry, RowFilesManifest } from '../../rows/manifest.ts';
import { forEachItem } from '../../scheduler.ts';
import type { DecodedImage } from '../../service/raster-source.ts';
import type { Call, Handler } from '../call.ts';
import { deliverImage } from '../rendering/deliver.ts';
import { openRequestedRows, type RequestedRows } from './requested-rows.ts';

interface RasterRequest {
  readonly MapName: string;
  readonly RowIDs: readonly number[];
  readonly FieldName?: string;
  readonly ImageType?: Value<'ImageType'>;
}

const defaultImageType: Value<'ImageType'> = { ImageFormat: 'gisImageJPG', ImageReturnType: 'gisImageReturnURL' };
const allowed: readonly Value<'gisImageFormat'>[] = [
  'gisImageJPG',
  'gisImagePNG',
  'gisImagePNG24',
  'gisImagePNG32',
  'gisImageJPGPNG',
  'gisImageTIFF',
];

/** Images are stored without a resolution. */
const dpi = 96;

/**
 * Return one image per ID, in order. It is empty if the row or its image is missing.
 *
 * @throws {Fault} `not-supported` for a table without a raster field or a format of another kind, `unknown-field` for a
 *   field that the table lacks
 */
async function rasterValues(
  call: Call,
  request: RasterRequest,
  requested: number | Value<'MapTableDescription'>,
  operation: string,
): Promise<{ Result: Value<'ImageResult'>[] }> {
  const source = await openRequestedRows(call, request.MapName, requested, operation);
  const { file, entries } = requireImages(source, request.FieldName ?? '', operation);
  const imageType = request.ImageType ?? defaultImageType;
  if (!allowed.includes(imageType.ImageFormat)) {
    throw wrongValue('not-supported', `${operation}.ImageType.ImageFormat`, allowed.join(', '), imageType.ImageFormat);
  }
  const rows = await source.readRows([...new Set(request.RowIDs)]);
  const byRow = new Map(entries.filter(({ parentId }) => rows.has(parentId)).map((entry) => [entry.parentId, entry]));
  const Result: Value<'ImageResult'>[] = [];
  const made = new Map<number, Value<'ImageResult'>>();
  await forEachItem(request.RowIDs, source.scheduler, async (id) => {
    const entry = byRow.get(id);
    const result =
      made.get(id) ??
      (entry
        ? await imageResult(call, entry, await source.table.fileBytes(file, entry.range), imageType)
        : { ImageURL: '', ImageHeight: 0, ImageWidth: 0, ImageDPI: 0 });
    made.set(id, result);
    Result.push(result);
  });
  return { Result };
}

function requireImages({ published }: RequestedRows, name: string, operation: string): RowFilesManifest {
  const { manifest } = published;
  const rasters = manifest.fields.filter(({ Type }) => Type === 'gisFieldTypeRaster');
  if (rasters.length === 0) {
    throw unsupported(operation, `layer or table ${published.id} "${published.Name}" has no raster field`);
  }
  const field = name.trim() === '' ? rasters[0] : findField(rasters, name.trim());
  if (field) return manifest.rasterFields![field.Name]!;
  throw wrongValue('unknown-field', `${operation}.FieldName`, 'a raster field', quoteValue(name));
}

/** Maximum number of pixels, about the size of a photo from a high-resolution camera. */
const maxPixels = 64_000_000;

/** Decode an image and encode it in the format the caller requests. */
async function imageResult(
  call: Call,
  { contentType, name }: RowFileEntry,
  stored: ArrayBuffer,
  imageType: Value<'ImageType'>,
): Promise<Value<'ImageResult'>> {
  const { decodeImage } = call.context;
  if (!decodeImage) throw unsupported(`File "${name}"`, "this host can't decode images");
  let decoded: DecodedImage;
  try {
    decoded = await decodeImage(new Blob([stored], { type: contentType }), {
      path: `File "${name}"`,
      pixels: maxPixels,
    });
  } catch (error) {
    if (error instanceof Fault && error.code === 'too-large') throw error;
    throw wrongValue('bad-package', `File "${name}"`, `readable ${contentType}`, 'damaged data');
  }
  const { widthPx: width, heightPx: height, rgba } = decoded;
  const { createRasterSurface } = await import('../../draw/surface/pixels.ts');
  const surface = await createRasterSurface(width, height, call.context.createCanvas);
  const image = { rgba, columns: width, lines: height };
  surface.drawImage(image, { xPx: 0, yPx: 0, widthPx: width, heightPx: height }, 0);
  const written = await encodeImage(surface, imageType.ImageFormat);
  return {
    ...(await deliverImage(call, written, imageType.ImageReturnType)),
    ImageHeight: height,
    ImageWidth: width,
    ImageDPI: dpi,
    ImageType: written.mimeType,
  };
}

export const QueryRasterValue: Handler<'QueryRasterValue'> = (call, request) =>
  rasterValues(call, request, request.SourceTableID, 'QueryRasterValue');

export const QueryRasterValue2: Handler<'QueryRasterValue2'> = (call, request) =>
  rasterValues(call, request, request.MapTableDescription, 'QueryRasterValue2');
