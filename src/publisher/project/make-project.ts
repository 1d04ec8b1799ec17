import { Fault } from '../../../sw/contract/index.ts';
import { defineTable } from '../../../sw/geometry/projection-table.ts';
import { missingReference } from '../../../sw/geometry/spatial-reference.ts';
import { type ServicePackage, unpackService } from '../../../sw/service/package.ts';
import { openStored } from '../share/open-stored.ts';
import { type PackagedTable, tableNames, writeGeoPackage } from '../write/geopackage.ts';
import { deflatedZip } from '../write/zip-files.ts';
import { describeProject, type OpenedService, type ProjectSettings } from './describe-project.ts';
import { mapfile } from './mapfile.ts';
import { isFeatureLayer } from './project-map.ts';
import { qgisProject } from './qgis-project.ts';
import { projectReport } from './report.ts';
import { storedFields, storedFiles, storedRows } from './stored-rows.ts';
import { storedStyle } from './stored-style.ts';

export interface ProjectJob extends ProjectSettings {
  /** Packages of the services, by key. */
  readonly packages: ReadonlyMap<string, Blob>;
  /** The table of coordinate systems. */
  readonly systems: string;
  readonly language: 'en' | 'de';
}

const dataName = 'data.gpkg';

/**
 * Make a folder of a map for QGIS, QGIS Server and MapServer: data, project, mapfile, and what did not come along.
 *
 * @returns a zip
 * @throws {Fault} as `unpackService` and `writeGeoPackage`; `bad-package` when no layer has rows
 */
export async function makeProject({ packages, systems, language, ...settings }: ProjectJob): Promise<Blob> {
  const unpacked = new Map<string, ServicePackage>();
  for (const [key, packed] of packages) unpacked.set(key, await unpackService(packed));
  const stored = [...unpacked.values()].flatMap(({ definition }) => Object.values(definition.tables));
  if (
    stored.some(({ spatialReference }) => missingReference(spatialReference) !== undefined) ||
    missingReference(settings.reference)
  )
    defineTable(systems);
  const used = new Set<string>();
  const services = new Map<string, OpenedService>();
  const written: PackagedTable[] = [];
  for (const [key, { definition, files }] of unpacked) {
    const chosen = settings.layers?.filter(({ service }) => service === key);
    const map = definition.maps[0]!;
    const needed = new Set(
      chosen ? chosen.map(({ layer }) => map.layers[layer]?.table) : Object.keys(definition.tables),
    );
    const tables = new Map(
      Object.entries(definition.tables)
        .filter(([name]) => needed.has(name))
        .map(([name, manifest]) => [name, openStored(manifest, files)]),
    );
    const names = tableNames([...tables.keys()], used);
    for (const [name, table] of tables) {
      const { geometry, spatialReference, idField, attachments } = table.manifest;
      written.push({
        ...{ name: names.get(name)!, idField, fields: storedFields(table), batches: storedRows(table) },
        ...(geometry ? { geometry } : {}),
        ...(spatialReference ? { reference: spatialReference } : {}),
        ...(attachments ? { attachments: storedFiles(table) } : {}),
      });
    }
    services.set(key, { map, tables, names });
  }
  const map = describeProject(services, settings);
  if (written.length === 0) throw new Fault('bad-package', 'A layer or table with rows expected, none found.');
  const styled = written.map((table) => {
    const layer = map.layers.find((one) => isFeatureLayer(one) && one.table === table.name);
    return layer && isFeatureLayer(layer)
      ? { ...table, style: storedStyle({ description: layer.drawing, hasLabels: layer.hasLabels }, layer.fields) }
      : table;
  });
  const { file } = await writeGeoPackage(styled);
  const text = (content: string): Blob => new Blob([content]);
  return deflatedZip([
    ['README.html', text(projectReport(map, language))],
    ['map.qgs', text(qgisProject(map, dataName))],
    ['map.map', text(mapfile(map, dataName))],
    [dataName, file],
  ]);
}
