import { Fault, quoteValue } from '../../../contract/index.ts';
import { isObject } from '../../../contract/parameter-text.ts';
import { transformation } from '../../../geometry/project.ts';
import { projectExtent } from '../../../geometry/project-extent.ts';
import { loadReferences } from '../../../handlers/references.ts';
import { geometryFromValue } from '../../../rows/geometry/geometry-from-value.ts';
import { forEachItem, runSteps } from '../../../scheduler.ts';
import type { ServiceRecord } from '../../../store/store.ts';
import { type CatalogueResource, currentVersion } from '../call.ts';
import { shapeJson } from '../json/features/shape-json.ts';
import { unexpectedValueFault } from '../json/unexpected-value.ts';
import { geometryValue, referenceValue } from '../json.ts';
import { checkGeometryType } from './query-filter.ts';

export const info: CatalogueResource<'info'> = async ({ root }) => ({
  currentVersion,
  fullVersion: `${currentVersion}.0`,
  authInfo: {
    isTokenBasedSecurity: true,
    tokenServicesUrl: `${root}tokens/generateToken`,
    shortLivedTokenValidity: 60,
  },
});

export const catalogue: CatalogueResource<'catalogue'> = async ({ services }) => {
  const all = await services();
  return {
    currentVersion,
    folders: [...new Set(all.flatMap(({ definition }) => definition.folder ?? []))],
    services: all.filter(({ definition }) => !definition.folder).flatMap(listEntries),
  };
};

export const folder: CatalogueResource<'folder'> = async ({ services, path }) => {
  const all = (await services()).filter(({ definition }) => definition.folder === path.folder);
  if (all.length === 0) throw new Fault('not-found', `Folder ${quoteValue(path.folder)} not found.`);
  return { currentVersion, folders: [], services: all.flatMap(listEntries) };
};

/** List a service as a map, and also as a feature server if it has rows that clients may query. */
function listEntries({ key, definition }: ServiceRecord): { name: string; type: string }[] {
  const map = definition.maps[0]!;
  const hasRows = map.standaloneTables.length > 0 || map.layers.some(({ kind }) => kind === 'feature');
  const entries = [{ name: key, type: 'MapServer' }];
  if (hasRows && definition.capabilities.includes('Query')) entries.push({ name: key, type: 'FeatureServer' });
  return entries;
}

export const geometryService: CatalogueResource<'geometryService'> = async () => ({
  currentVersion,
  serviceDescription: 'Projects geometries between spatial references.',
});

/** Project geometries without adding vertices. A vertex outside the projection's domain gets the coordinates "NaN". */
export const project: CatalogueResource<'project'> = async ({ context, scheduler }, { inSR, outSR, geometries }) => {
  const path = 'geometries';
  const { geometryType, geometries: list } = isObject(geometries) ? geometries : { geometries };
  if (!Array.isArray(list)) throw unexpectedValueFault(path, 'a list of geometries', list);
  const kind = geometryType === undefined ? undefined : String(geometryType).slice(0, 80);
  const [from, to] = [referenceValue(inSR), referenceValue(outSR)];
  await loadReferences(context, from, to);
  const way = transformation(from, to);
  const projected: object[] = [];
  await forEachItem(list as unknown[], scheduler, async (entry, i) => {
    const entryPath = `${path}[${i}]`;
    if (!isObject(entry)) throw unexpectedValueFault(entryPath, 'geometry JSON', entry);
    const value = checkGeometryType(geometryValue(entry, from, entryPath), kind);
    if (value.type === 'EnvelopeN') {
      const { XMin, YMin, XMax, YMax } = value;
      const [xmin, ymin, xmax, ymax] = way ? projectExtent([XMin, YMin, XMax, YMax], way) : [XMin, YMin, XMax, YMax];
      projected.push({ xmin, ymin, xmax, ymax });
      return;
    }
    const shape = await runSteps(geometryFromValue(value, entryPath), scheduler);
    const xy = shape.xy.slice();
    way?.forward(xy);
    projected.push(shapeJson({ ...shape, xy }, {}));
  });
  return { geometryType: kind, geometries: projected };
};
