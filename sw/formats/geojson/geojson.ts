import { encodingHeadBytes, encodingInBytes } from '../../contract/text-encoding.ts';
import { collectFeatures, type LooseGeometry } from '../reading/collect-features.ts';
import { located } from '../reading/declared-reference.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { readBudget } from '../reading/read-budget.ts';
import { type Progress, readSlice, type SourceFile, type SourceTable, sizeOf, stem } from '../reading/source-table.ts';
import { stringifyExact } from './exact-json.ts';
import type { FlatCoordinates } from './read-coordinates.ts';
import { scanJson } from './scan-json.ts';

const geometryTypes = /^(?:Multi)?(?:Point|LineString|Polygon)$|^GeometryCollection$/;
const chunkBytes = 4 << 20;

/**
 * Read GeoJSON (RFC 7946, with the older `crs` member): a collection, one feature or geometry, or one feature a line; or
 * TopoJSON, which its type alone identifies.
 *
 * The file is read in pieces and feature by feature, so that memory goes with the data and not with the text.
 *
 * @throws {Fault} `bad-package` with line and feature when the text is no JSON or no GeoJSON
 */
export async function readJson(
  file: SourceFile,
  onProgress?: Progress,
  signal?: AbortSignal,
): Promise<{ readonly format: 'GeoJSON' | 'TopoJSON'; readonly tables: SourceTable[] }> {
  const budget = readBudget(file);
  const collector = collectFeatures(budget);
  const roots: Record<string, unknown>[] = [];
  let count = 0;
  let isTopology = false;

  function feature(value: unknown, line: number, coordinates?: FlatCoordinates): void {
    count++;
    const location = diagnostic('inFile', file.name, diagnostic('feature', count, line));
    const found = Object(value) as { type?: unknown; properties?: unknown; geometry?: unknown; id?: unknown };
    if (found.type !== 'Feature') {
      throw readFault('bad-package', 'featureExpected', location, stringifyExact(found.type) ?? diagnostic('nothing'));
    }
    const properties = Object.entries(Object(found.properties) as Record<string, unknown>);
    if (found.id !== undefined && !properties.some(([key]) => key.toLowerCase() === 'id'))
      properties.unshift(['id', found.id]);
    collector.add(properties, (found.geometry ?? null) as LooseGeometry | null, location, coordinates);
  }

  function root(value: unknown, line: number): void {
    const found = Object(value) as Record<string, unknown>;
    if (found.type === 'Feature') feature(value, line);
    else if (typeof found.type === 'string' && geometryTypes.test(found.type)) {
      feature({ type: 'Feature', geometry: value, properties: {} }, line);
    } else if (found.type === 'Topology') {
      isTopology = true;
    } else if (found.type !== 'FeatureCollection' || !Array.isArray(found.features)) {
      const type = stringifyExact(found.type) ?? diagnostic('nothing');
      throw readFault(
        'bad-package',
        'collectionExpected',
        diagnostic('inFile', file.name, diagnostic('line', line)),
        type,
      );
    }
    roots.push(found);
  }

  const scanner = scanJson(file.name, { item: feature, root });
  const encoding = encodingInBytes(await readSlice(file, 0, encodingHeadBytes));
  // The scanner reads bytes of UTF-8, as the standard wants; programs of Windows write UTF-16.
  const wide = encoding?.startsWith('utf-16') ? new TextDecoder(encoding) : undefined;
  const total = sizeOf(file);
  for (let at = 0; at < total; at += chunkBytes) {
    signal?.throwIfAborted();
    const bytes = await readSlice(file, at, Math.min(total, at + chunkBytes));
    scanner.push(wide ? new TextEncoder().encode(wide.decode(bytes, { stream: true })) : bytes);
    onProgress?.(Math.min(1, (at + chunkBytes) / total));
  }
  scanner.end();
  if (roots.length === 0) throw readFault('bad-package', 'emptyJson', file.name);
  if (isTopology) {
    const { readTopology } = await import('../topojson/topojson.ts');
    return { format: 'TopoJSON', tables: readTopology(roots[0]!, file.name, budget) };
  }
  if (count === 0) throw readFault('bad-package', 'noFeatures', file.name);
  return { format: 'GeoJSON', tables: collector.finish(stem(file.name)).map((table) => located(table, roots[0]!)) };
}
