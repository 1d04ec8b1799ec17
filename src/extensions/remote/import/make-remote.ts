import { Fault } from '../../../../sw/contract/index.ts';
import type { RemoteDescription } from '../../../../sw/extensions/remote/remote-manifest.ts';
import { remoteManifest } from '../../../../sw/extensions/remote/remote-manifest.ts';
import { fromCrs, fromWkid } from '../../../../sw/formats/reading/spatial-reference.ts';
import { buildMap } from '../../../publish/import/build-map.ts';
import { firstBytes, firstPicture, scaleOfFirstPicture } from './first-picture.ts';
import type { ElsewhereChoices, ElsewhereDescription } from './messages.ts';
import { packElsewhere } from './pack-remote.ts';
import { makeRasterService } from './raster-service.ts';
import { tableWithoutRows } from './table-without-rows.ts';

const minimumBytes = 1024 ** 2;
const pictureRows = 20_000;
const fewestBatches = 4;
/** A screen of other proportions shows more than the picture, and the map of the page is drawn a little beyond its edges. */
const air = 1.5;

/**
 * Make the package of a service with one layer whose rows or pixels stay where they are. The package has none of them: where a layer of
 * rows begins to be drawn follows from how densely they lie.
 *
 * @throws {Fault} `bad-spatial-reference` when neither the file nor the person says one
 */
export function makeElsewhere(described: ElsewhereDescription, choices: ElsewhereChoices): Blob {
  const spatialReference = choices.wkid === undefined ? fromCrs(described.crs) : fromWkid(choices.wkid);
  if (!spatialReference)
    throw new Fault('bad-spatial-reference', `${described.remote.address}: a spatial reference expected, none found.`);
  if (described.kind === 'raster') return makeRasterService(described, choices, spatialReference);
  const key = 'elsewhere';
  const table = tableWithoutRows(described, spatialReference, choices);
  const side = pictureSide(described);
  const { title, name } = choices;
  const tables = { [key]: remoteManifest(described, spatialReference) };
  const map = buildMap(
    {
      name,
      title,
      layers: [{ table, name: title, minScale: side ? scaleOfFirstPicture(side, spatialReference) : 0 }],
      extent: side ? firstPicture(described.typicalBox.center, side) : described.extent,
    },
    [key],
    tables,
  );
  return packElsewhere(described.remote.address, choices, { maps: [map], tables });
}

/** Width of a picture that reads no more than it may, in units of the file; undefined when all rows fit into one. */
function pictureSide(described: RemoteDescription): number | undefined {
  const { typicalBox, rowCount, remote, openingBytes, batchBytes } = described;
  const leftBytes = firstBytes - openingBytes;
  // Labels are sought up to 192 px around the picture, which is as much again, and so is what lies across its edges.
  const bytes = Math.max(minimumBytes, leftBytes / 4);
  const rows = Math.min(pictureRows, (bytes * rowCount) / remote.sizeBytes);
  if (rowCount <= rows) return undefined;
  const areaOfByte = (typicalBox.width * typicalBox.height * rowCount) / (typicalBox.rows * remote.sizeBytes);
  const side = Math.sqrt((rows * remote.sizeBytes * areaOfByte * 4) / (3 * rowCount));
  // Where batches are large, their edges count more: (air * side + batch) * (air * side * 3 / 4 + batch) is read.
  const batch = Math.sqrt(batchBytes * areaOfByte);
  const area = Math.max(fewestBatches * batchBytes, leftBytes) * areaOfByte;
  const sum = (1 + 3 / 4) * batch;
  const widest = (Math.sqrt(sum ** 2 + 3 * (area - batch ** 2)) - sum) / (1.5 * air);
  return Math.min(side, widest) || undefined;
}
