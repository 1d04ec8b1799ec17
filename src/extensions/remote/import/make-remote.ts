import { type Value, wrongValue } from '../../../../sw/contract/index.ts';
import { type RemoteDescription, remoteManifest } from '../../../../sw/extensions/remote/remote-manifest.ts';
import { sourceHost } from '../../../../sw/formats/reading/source-address.ts';
import type { SourceColumn, SourceFieldType, SourceTable } from '../../../../sw/formats/reading/source-table.ts';
import { fromCrs, fromWkid } from '../../../../sw/formats/reading/spatial-reference.ts';
import type { Extent } from '../../../../sw/geometry/extent.ts';
import { scaleDenominator } from '../../../../sw/geometry/scale.ts';
import { inchesPerUnit } from '../../../../sw/geometry/units.ts';
import type { TableManifest } from '../../../../sw/rows/manifest.ts';
import { defaultLimits, type ServiceDefinition } from '../../../../sw/service/definition.ts';
import { units } from '../../../../sw/service/map-extent.ts';
import { packService, packToSend, unpackService } from '../../../../sw/service/package.ts';
import { buildMap } from '../../../publish/import/build-map.ts';
import { carryOver } from '../../../publish/import/carry-over.ts';
import type { Decided } from '../../../publish/import/decided.ts';
import type { RemoteLayerDescription } from './raster-description.ts';

const minimumBytes = 1024 ** 2;
const imageRows = 20_000;
const minBatches = 4;
/**
 * Factor by which a screen may exceed the image: it may have other proportions, and the page draws the map slightly
 * beyond its edges.
 */
const air = 1.5;

/**
 * Make the package of a service with one remote layer. The package contains no rows or pixels. The density of the rows
 * determines the minimum scale of the layer.
 *
 * @throws {Fault} `bad-spatial-reference` if neither the file nor the user sets one
 */
export function makeRemote(described: RemoteLayerDescription, { name, title, description, wkid }: RemoteDecided): Blob {
  const { address } = described.remote;
  const spatialReference = wkid === undefined ? fromCrs(described.crs) : fromWkid(wkid);
  if (!spatialReference) throw wrongValue('bad-spatial-reference', address, 'a spatial reference', 'nothing');
  const key = 'elsewhere';
  const isRaster = described.kind === 'raster';
  const rasters = isRaster ? { [key]: { ...described.manifest, spatialReference } } : undefined;
  const tables: Record<string, TableManifest> = isRaster ? {} : { [key]: remoteManifest(described, spatialReference) };
  const content = isRaster
    ? { key, manifest: rasters![key]!, files: new Map<string, Uint8Array>() }
    : tableWithoutRows(described, spatialReference, title);
  const width = isRaster ? described.maxWidth : imageSide(described);
  const center = isRaster ? (described.center ?? extentCenter(described.manifest.extent)) : described.typicalBox.center;
  const { drawing, credits = [] } = isRaster ? described : {};
  const minScale = width ? scaleOfFirstImage(width, spatialReference) : 0;
  const map = buildMap(
    {
      ...{ name, title, credits },
      layers: [{ content, name: title, description, rasterDrawing: drawing, minScale }],
      extent: width ? firstImage(center, width) : isRaster ? undefined : described.extent,
    },
    [key],
    tables,
  );
  const host = sourceHost(address);
  // The service has no files itself, so its credits name the host of the remote file.
  const definition = {
    name,
    document: { Title: title, Subject: '', Author: '', Category: '', Keywords: '', Comments: description },
    limits: defaultLimits,
    capabilities: ['Map', 'Query', 'Data'] as const,
    ...{ maps: [map], tables, rasters },
    credits: [...credits, ...(host ? [host] : [])],
  };
  return packToSend(definition, new Map());
}

/**
 * Return the width, in units of the file, of an image that stays within the read limit; undefined if all rows may be
 * read.
 */
function imageSide(described: RemoteDescription): number | undefined {
  const { typicalBox, rowCount, remote, openingBytes, batchBytes } = described;
  const leftBytes = firstBytes - openingBytes;
  // Labels are read up to 192 px around the image, which doubles the data; features across its edges double it again.
  const bytes = Math.max(minimumBytes, leftBytes / 4);
  const rows = Math.min(imageRows, (bytes * rowCount) / remote.sizeBytes);
  if (rowCount <= rows) return undefined;
  const areaOfByte = (typicalBox.width * typicalBox.height * rowCount) / (typicalBox.rows * remote.sizeBytes);
  const side = Math.sqrt((rows * remote.sizeBytes * areaOfByte * 4) / (3 * rowCount));
  // Large batches extend far beyond the edges: (air * side + batch) * (air * side * 3 / 4 + batch) is read.
  const batch = Math.sqrt(batchBytes * areaOfByte);
  const area = Math.max(minBatches * batchBytes, leftBytes) * areaOfByte;
  const sum = (1 + 3 / 4) * batch;
  const widest = (Math.sqrt(sum ** 2 + 3 * (area - batch ** 2)) - sum) / (1.5 * air);
  return Math.min(side, widest) || undefined;
}

/** Make a table with the row count but without values, for the builders of maps and styles. */
function tableWithoutRows(
  { geometry, columns, rowCount }: Pick<RemoteDescription, 'geometry' | 'columns' | 'rowCount'>,
  spatialReference: Value<'SpatialReference'>,
  name: string,
): SourceTable {
  return {
    name,
    rowCount,
    columns: columns.map(
      ({ name, title: alias, fieldType }): SourceColumn => ({
        name,
        alias: alias ?? name,
        type:
          fieldType === 'gisFieldTypeSingle' ? 'Double' : (fieldType.slice('gisFieldType'.length) as SourceFieldType),
        length: fieldType === 'gisFieldTypeString' ? 255 : 0,
        values: [],
      }),
    ),
    geometry: {
      kind: geometry,
      xy: new Float64Array(0),
      partOffsets: new Int32Array(1),
      featureOffsets: new Int32Array(1),
    },
    spatialReference,
    notes: [],
  };
}

/** A package with the settings of another layer, and the settings that were dropped, as `layer` or `layer.field`. */
interface CarriedPackage {
  readonly package: Blob;
  readonly dropped: readonly string[];
}

/** Carry the settings of a layer over to the package of a remote layer. */
export async function carryToRemote(made: Blob, replaces: ServiceDefinition): Promise<CarriedPackage> {
  const { definition } = await unpackService(made);
  const { definition: carried, dropped } = carryOver(definition, replaces);
  const packed = packService(carried, new Map()) as Uint8Array<ArrayBuffer>;
  return { package: new Blob([packed], { type: 'application/zip' }), dropped };
}

/** The settings of a remote layer; its address is in its description. */
export interface RemoteDecided extends Pick<Decided, 'name' | 'title' | 'description'> {
  /** EPSG code, if the file has none. */
  readonly wkid?: number;
}

const extentCenter = ([xmin, ymin, xmax, ymax]: Extent): readonly [number, number] => [
  (xmin + xmax) / 2,
  (ymin + ymax) / 2,
];

/** Maximum number of bytes that the first image of the default size may read of a remote file. */
export const firstBytes = 4.5 * 1024 ** 2;

const [widthPx, dpi, ratio] = [1024, 96, 4 / 3];

/** Return the scale of an image of the default size, rounded up to two digits. */
function scaleOfFirstImage(width: number, reference: Value<'SpatialReference'>): number {
  const scale = scaleDenominator(width / widthPx, dpi, inchesPerUnit(units(reference)));
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(scale)) - 1);
  return Math.ceil(scale / unit) * unit;
}

/** Return the extent of an image of the default size. */
const firstImage = ([x, y]: readonly [number, number], width: number): Extent => {
  const [half, high] = [width / 2, width / (2 * ratio)];
  return [x - half, y - high, x + half, y + high];
};
