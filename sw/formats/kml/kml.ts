import type { XmlElement } from '../../soap/xml.ts';
import { badRows } from '../reading/bad-rows.ts';
import { type Diagnostic, diagnostic, readFault } from '../reading/diagnostic.ts';
import { type Reader, readSlice, type SourceFile, type SourceTable, stem } from '../reading/source-table.ts';
import { unzipFile } from '../reading/unzip.ts';
import { childOf, readXmlFile, textOf, type XmlFile } from '../reading/xml-file.ts';
import { type TextFeature, tablesOf } from '../text/text-features.ts';
import { kmlGeometry } from './kml-geometry.ts';
import { type KmlStyles, kmlStyles } from './kml-styles.ts';
import { kmlFields, kmlValues, ownTexts } from './kml-values.ts';
import { plainText } from './plain-text.ts';

/** Folders make layers of their own as long as nobody loses the view over them. */
const mostFolderLayers = 12;

/** A document or folder with the placemarks that stand in it directly. */
interface Group {
  readonly path: readonly string[];
  readonly features: TextFeature[];
}

/**
 * Read KML 2.2 or a zip of it (KMZ): a layer for each folder and kind of geometry, or one for each kind with the folder as a
 * field where there are many. Attributes are the members of placemarks and their extended data.
 *
 * @throws {Fault} `bad-package` with line and column when it is no KML or has no placemark
 */
export const readKml: Reader = async (file, onProgress, signal) => {
  const [first, second] = await readSlice(file, 0, 2);
  if (first !== 0x50 || second !== 0x4b) return readDocument(file, stem(file.name));
  const inside = await unzipFile(file, (name) => /\.kml$/i.test(name), onProgress, signal);
  if (inside.size === 0) throw readFault('bad-package', 'noKmlInside', file.name);
  const documents = [...inside].map(([name, bytes]) => ({ name: `${file.name}/${name}`, bytes }));
  const tables: SourceTable[] = [];
  for (const one of documents)
    for (const table of await readDocument(one, documents.length === 1 ? stem(file.name) : stem(one.name)))
      tables.push(table);
  return tables;
};

async function readDocument(file: SourceFile, name: string): Promise<SourceTable[]> {
  const xml = await readXmlFile(file);
  const { root } = xml;
  const isBare = ['Document', 'Folder', 'Placemark'].includes(root.name);
  if (root.name !== 'kml' && !isBare) throw readFault('bad-package', 'rootExpected', file.name, 'kml', root.name);
  const top = isBare ? { ...root, name: 'kml', children: [root] } : root;
  const fields = kmlFields(top);
  const found = placemarksOf(top, { file, xml, styles: kmlStyles(top), aliases: fields.aliases });
  if (found.groups.length === 0) {
    if (found.link) throw readFault('bad-package', 'onlyLinks', file.name, found.link);
    throw readFault('bad-package', 'noPlacemarks', file.name);
  }
  const columns = {
    isText: (key: string) => ownTexts.has(key) || fields.texts.has(key),
    alias: (key: string) => fields.aliases.get(key),
  };
  const tables = found.groups.flatMap(({ features, path }) =>
    tablesOf(features, found.groups.length === 1 ? name : layerName(path, found.groups, name), columns, xml.budget),
  );
  const isMerged = found.groups.length > 1 && tables.length > mostFolderLayers;
  const result = isMerged ? tablesOf(withFolders(found.groups), name, columns, xml.budget) : tables;
  const description = plainText(textOf(childOf(top, 'Document'), 'description')).slice(0, 500);
  const notes = [
    ...xml.notes,
    ...found.notes,
    ...(isMerged ? [diagnostic('foldersMerged', found.groups.length)] : []),
    ...(found.leftOut.size > 0 ? [diagnostic('kmlLeftOut', [...found.leftOut].join(', '))] : []),
  ];
  return result.map((table, at) => ({
    ...table,
    ...(description ? { description } : {}),
    // What is said of the whole file is said once.
    notes: at === 0 ? [...notes, ...table.notes] : table.notes,
  }));
}

interface Found {
  readonly groups: readonly Group[];
  /** Names of elements that are drawn in other programs but are no features. */
  readonly leftOut: ReadonlySet<string>;
  /** Where the first link leads. */
  readonly link: string;
  /** Placemarks whose coordinates cannot be read. */
  readonly notes: readonly Diagnostic[];
}

const notFeatures = new Set(['GroundOverlay', 'ScreenOverlay', 'PhotoOverlay', 'NetworkLink', 'Tour']);

function placemarksOf(
  top: XmlElement,
  { file, xml, styles, aliases }: { file: SourceFile; xml: XmlFile; styles: KmlStyles; aliases: Map<string, string> },
): Found {
  const groups: Group[] = [];
  const leftOut = new Set<string>();
  const bad = badRows();
  let link = '';
  const walk = (container: XmlElement, path: readonly string[]): void => {
    const group: Group = { path, features: [] };
    for (const child of container.children) {
      if (child.name === 'Placemark') {
        const location = locationOf(child, file.name, xml);
        const style = styles.styleOf(child);
        group.features.push({
          values: kmlValues(child, aliases),
          geometry: bad.attempt(() => kmlGeometry(child, location)) ?? null,
          location,
          ...(style ? { style } : {}),
        });
        // Those of the folder itself come before those of folders in it.
        if (group.features.length === 1) groups.push(group);
      } else if (notFeatures.has(child.name)) {
        leftOut.add(child.name);
        if (child.name === 'NetworkLink') link ||= textOf(childOf(child, 'Link') ?? childOf(child, 'Url'), 'href');
      } else if (child.name === 'Document' || child.name === 'Folder') {
        const name = textOf(child, 'name');
        walk(child, container === top && child.name === 'Document' ? path : [...path, name]);
      }
    }
  };
  walk(top, []);
  return { groups, leftOut, link, notes: bad.notes() };
}

const locationOf = (placemark: XmlElement, fileName: string, xml: XmlFile): Diagnostic =>
  diagnostic(
    'inFile',
    fileName,
    diagnostic('placemark', xml.lineOf(placemark), textOf(placemark, 'name').slice(0, 60)),
  );

/** The name of the folder; with those around it where another is called the same. */
function layerName(path: readonly string[], groups: readonly Group[], fileName: string): string {
  const own = path[path.length - 1];
  if (!own) return path.filter(Boolean).join(' / ') || fileName;
  const isAlone = groups.filter((group) => group.path[group.path.length - 1] === own).length === 1;
  return isAlone ? own : path.filter(Boolean).join(' / ');
}

const withFolders = (groups: readonly Group[]): TextFeature[] =>
  groups.flatMap(({ path, features }) =>
    features.map((feature) => ({
      ...feature,
      values: new Map([...feature.values, ['folder', path.filter(Boolean).join(' / ')]]),
    })),
  );
