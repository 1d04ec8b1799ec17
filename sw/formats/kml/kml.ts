import { badRows } from '../reading/bad-rows.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { plainText } from '../reading/plain-text.ts';
import type { Diagnostic } from '../reading/read-fault.ts';
import { type Reader, readSlice, type SourceFile, type SourceTable, stem } from '../reading/source-table.ts';
import { unzipFile } from '../reading/unzip.ts';
import { attributeOf, childOf, childrenOf, readXmlTree, textOf, type XmlNode } from '../reading/xml.ts';
import { type TextFeature, tablesOf } from '../text/text-features.ts';
import { kmlGeometry } from './kml-geometry.ts';
import { type KmlStyles, kmlStyles } from './kml-styles.ts';

/** Fields of a document, as declared by its schemas. */
interface KmlFields {
  /** Names of fields that their schema declares as text, whatever they contain. */
  readonly texts: ReadonlySet<string>;
  readonly aliases: Map<string, string>;
}

/** Members of a placemark that are always text, whatever they contain. */
const ownTexts: ReadonlySet<string> = new Set(['name', 'description', 'address', 'phoneNumber', 'folder']);

/** Read the schemas of a document and its folders. */
function kmlFields(root: XmlNode): KmlFields {
  const texts = new Set<string>();
  const aliases = new Map<string, string>();
  const collect = (element: XmlNode): void => {
    for (const child of element.children) {
      if (child.name === 'Document' || child.name === 'Folder') collect(child);
      if (child.name !== 'Schema') continue;
      for (const field of childrenOf(child, 'SimpleField')) {
        const name = attributeOf(field, 'name');
        if (name === undefined) continue;
        if (/string$/i.test(attributeOf(field, 'type') ?? '')) texts.add(name);
        const shown = plainText(textOf(field, 'displayName'));
        if (shown) aliases.set(name, shown);
      }
    }
  };
  collect(root);
  return { texts, aliases };
}

/** Return the attributes of a placemark: its own, its times, then extended data. Adds display names to `aliases`. */
function kmlValues(placemark: XmlNode, aliases: Map<string, string>): Map<string, string> {
  const values = new Map<string, string>();
  const put = (name: string, value: string): void => {
    if (value === '' || values.get(name) === value) return;
    let free = name;
    for (let number = 2; values.has(free); number++) free = `${name} ${number}`;
    values.set(free, value);
  };
  put('name', textOf(placemark, 'name'));
  put('description', plainText(textOf(placemark, 'description')));
  put('address', textOf(placemark, 'address'));
  put('phoneNumber', textOf(placemark, 'phoneNumber'));
  const span = childOf(placemark, 'TimeSpan');
  put('time', dayOf(textOf(childOf(placemark, 'TimeStamp'), 'when')));
  const moments = whensOf(placemark);
  put('begin', dayOf(textOf(span, 'begin') || (moments[0] ?? '')));
  put('end', dayOf(textOf(span, 'end') || (moments[moments.length - 1] ?? '')));
  const height = heightOf(placemark);
  if (height) put('elevation', height);
  const extended = childOf(placemark, 'ExtendedData');
  for (const data of extended ? childrenOf(extended, 'Data') : []) {
    const name = attributeOf(data, 'name') || 'data';
    const shown = plainText(textOf(data, 'displayName'));
    if (shown) aliases.set(name, shown);
    put(name, textOf(data, 'value'));
  }
  for (const data of extended ? childrenOf(extended, 'SchemaData') : [])
    for (const simple of childrenOf(data, 'SimpleData')) put(attributeOf(simple, 'name') || 'data', simple.text.trim());
  return values;
}

/** Return the times of a track, or of several tracks together. */
function whensOf(placemark: XmlNode): string[] {
  const tracks = [
    ...childrenOf(placemark, 'Track'),
    ...childrenOf(placemark, 'MultiTrack').flatMap((all) => childrenOf(all, 'Track')),
  ];
  return tracks.flatMap((track) => childrenOf(track, 'when').map(({ text }) => text.trim()));
}

/** Return the height of a point unless it is zero. Lines have none, because layers are flat. */
function heightOf(placemark: XmlNode): string | undefined {
  const point = childOf(placemark, 'Point');
  const height = textOf(point, 'coordinates').split(',', 3)[2]?.trim();
  return height && Number(height) !== 0 ? height : undefined;
}

/** Complete a year or a month to its first day. */
const dayOf = (text: string): string =>
  /^\d{4}$/.test(text) ? `${text}-01-01` : /^\d{4}-\d\d$/.test(text) ? `${text}-01` : text;

/** Maximum number of layers made from folders; with more, the folder becomes a field. */
const mostFolderLayers = 12;

/** A document or folder with the placemarks directly in it. */
interface Group {
  readonly path: readonly string[];
  readonly features: TextFeature[];
}

/**
 * Read KML 2.2 or a zip of it (KMZ): a layer for each folder and kind of geometry. With many folders, there is a layer
 * for each kind, and the folder is a field. Attributes are the members of placemarks and their extended data.
 *
 * @throws {Fault} `bad-package` with line and column if it isn't KML or has no placemark
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
  const xml = await readXmlTree(file);
  const { root } = xml;
  const isBare = ['Document', 'Folder', 'Placemark'].includes(root.name);
  if (root.name !== 'kml' && !isBare) throw readFault('bad-package', 'rootExpected', file.name, 'kml', root.name);
  const top = isBare ? { ...root, name: 'kml', children: [root] } : root;
  const fields = kmlFields(top);
  const found = placemarksOf(top, { file, styles: kmlStyles(top), aliases: fields.aliases });
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
    // Notes about the whole file belong to the first table.
    notes: at === 0 ? [...notes, ...table.notes] : table.notes,
  }));
}

interface Found {
  readonly groups: readonly Group[];
  /** Names of elements that other programs draw, but that aren't features. */
  readonly leftOut: ReadonlySet<string>;
  /** Address of the first link. */
  readonly link: string;
  /** Notes about placemarks whose coordinates can't be read. */
  readonly notes: readonly Diagnostic[];
}

const notFeatures = new Set(['GroundOverlay', 'ScreenOverlay', 'PhotoOverlay', 'NetworkLink', 'Tour']);

function placemarksOf(
  top: XmlNode,
  { file, styles, aliases }: { file: SourceFile; styles: KmlStyles; aliases: Map<string, string> },
): Found {
  const groups: Group[] = [];
  const leftOut = new Set<string>();
  const bad = badRows();
  let link = '';
  const walk = (container: XmlNode, path: readonly string[]): void => {
    const group: Group = { path, features: [] };
    for (const child of container.children) {
      if (child.name === 'Placemark') {
        const location = locationOf(child, file.name);
        const style = styles.styleOf(child);
        group.features.push({
          values: kmlValues(child, aliases),
          geometry: bad.attempt(() => kmlGeometry(child, location)) ?? null,
          location,
          ...(style ? { style } : {}),
        });
        // Add the group with its first placemark, so that empty folders make no group.
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

const locationOf = (placemark: XmlNode, fileName: string): Diagnostic =>
  diagnostic('inFile', fileName, diagnostic('placemark', placemark.line, textOf(placemark, 'name').slice(0, 60)));

/** Return the name of the folder; with those of its parents if another folder has the same name. */
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
