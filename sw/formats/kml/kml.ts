import { badRows } from '../reading/bad-rows.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { plainText } from '../reading/plain-text.ts';
import type { Diagnostic } from '../reading/read-fault.ts';
import { type Reader, readSlice, type SourceFile, type SourceTable, stem } from '../reading/source-table.ts';
import { unzipFile } from '../reading/unzip.ts';
import { findChild, findChildren, getAttribute, readChildText, readXmlTree, type XmlNode } from '../reading/xml.ts';
import { makeTextTables, type TextFeature } from '../text/text-features.ts';
import { kmlGeometry } from './kml-geometry.ts';
import { type KmlStyles, kmlStyles } from './kml-styles.ts';

/** Fields of a document, as declared by its schemas. */
interface KmlFields {
  /** Names of fields that their schema declares as text, even if they contain numbers. */
  readonly texts: ReadonlySet<string>;
  readonly aliases: Map<string, string>;
}

/** Members of a placemark that are always text, even if they contain numbers. */
const textMembers: ReadonlySet<string> = new Set(['name', 'description', 'address', 'phoneNumber', 'folder']);

/** Read the schemas of a document and its folders. */
function kmlFields(root: XmlNode): KmlFields {
  const texts = new Set<string>();
  const aliases = new Map<string, string>();
  const collect = (element: XmlNode): void => {
    for (const child of element.children) {
      if (child.name === 'Document' || child.name === 'Folder') collect(child);
      if (child.name !== 'Schema') continue;
      for (const field of findChildren(child, 'SimpleField')) {
        const name = getAttribute(field, 'name');
        if (name === undefined) continue;
        if (/string$/i.test(getAttribute(field, 'type') ?? '')) texts.add(name);
        const displayName = plainText(readChildText(field, 'displayName'));
        if (displayName) aliases.set(name, displayName);
      }
    }
  };
  collect(root);
  return { texts, aliases };
}

/** Return the attributes of a placemark: its own, its times, then extended data. Adds display names to `aliases`. */
function kmlValues(placemark: XmlNode, aliases: Map<string, string>): Map<string, string> {
  const values = new Map<string, string>();
  const setValue = (name: string, value: string): void => {
    if (value === '' || values.get(name) === value) return;
    let free = name;
    for (let number = 2; values.has(free); number++) free = `${name} ${number}`;
    values.set(free, value);
  };
  setValue('name', readChildText(placemark, 'name'));
  setValue('description', plainText(readChildText(placemark, 'description')));
  setValue('address', readChildText(placemark, 'address'));
  setValue('phoneNumber', readChildText(placemark, 'phoneNumber'));
  const span = findChild(placemark, 'TimeSpan');
  setValue('time', completeDate(readChildText(findChild(placemark, 'TimeStamp'), 'when')));
  const times = readTrackTimes(placemark);
  setValue('begin', completeDate(readChildText(span, 'begin') || (times[0] ?? '')));
  setValue('end', completeDate(readChildText(span, 'end') || (times[times.length - 1] ?? '')));
  const height = readHeight(placemark);
  if (height) setValue('elevation', height);
  const extended = findChild(placemark, 'ExtendedData');
  for (const data of extended ? findChildren(extended, 'Data') : []) {
    const name = getAttribute(data, 'name') || 'data';
    const displayName = plainText(readChildText(data, 'displayName'));
    if (displayName) aliases.set(name, displayName);
    setValue(name, readChildText(data, 'value'));
  }
  for (const data of extended ? findChildren(extended, 'SchemaData') : [])
    for (const simple of findChildren(data, 'SimpleData'))
      setValue(getAttribute(simple, 'name') || 'data', simple.text.trim());
  return values;
}

/** Return the times of a track, or of several tracks together. */
function readTrackTimes(placemark: XmlNode): string[] {
  const tracks = [
    ...findChildren(placemark, 'Track'),
    ...findChildren(placemark, 'MultiTrack').flatMap((all) => findChildren(all, 'Track')),
  ];
  return tracks.flatMap((track) => findChildren(track, 'when').map(({ text }) => text.trim()));
}

/** Return the height of a point unless it is zero. Lines have none, because layers are flat. */
function readHeight(placemark: XmlNode): string | undefined {
  const point = findChild(placemark, 'Point');
  const height = readChildText(point, 'coordinates').split(',', 3)[2]?.trim();
  return height && Number(height) !== 0 ? height : undefined;
}

/** Complete a year or a month to its first day. */
const completeDate = (text: string): string =>
  /^\d{4}$/.test(text) ? `${text}-01-01` : /^\d{4}-\d\d$/.test(text) ? `${text}-01` : text;

/** Maximum number of layers made from folders; with more, the folder becomes a field. */
const maxFolderLayers = 12;

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
  for (const document of documents)
    for (const table of await readDocument(document, documents.length === 1 ? stem(file.name) : stem(document.name)))
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
  const placemarks = collectPlacemarks(top, { file, styles: kmlStyles(top), aliases: fields.aliases });
  if (placemarks.groups.length === 0) {
    if (placemarks.link) throw readFault('bad-package', 'onlyLinks', file.name, placemarks.link);
    throw readFault('bad-package', 'noPlacemarks', file.name);
  }
  const columns = {
    isText: (key: string) => textMembers.has(key) || fields.texts.has(key),
    alias: (key: string) => fields.aliases.get(key),
  };
  const tables = placemarks.groups.flatMap(({ features, path }) =>
    makeTextTables(
      features,
      placemarks.groups.length === 1 ? name : layerName(path, placemarks.groups, name),
      columns,
      xml.budget,
    ),
  );
  const isMerged = placemarks.groups.length > 1 && tables.length > maxFolderLayers;
  const result = isMerged ? makeTextTables(withFolders(placemarks.groups), name, columns, xml.budget) : tables;
  const description = plainText(readChildText(findChild(top, 'Document'), 'description')).slice(0, 500);
  const notes = [
    ...xml.notes,
    ...placemarks.notes,
    ...(isMerged ? [diagnostic('foldersMerged', placemarks.groups.length)] : []),
    ...(placemarks.leftOut.size > 0 ? [diagnostic('kmlLeftOut', [...placemarks.leftOut].join(', '))] : []),
  ];
  return result.map((table, i) => ({
    ...table,
    description: description || undefined,
    // Notes about the whole file belong to the first table.
    notes: i === 0 ? [...notes, ...table.notes] : table.notes,
  }));
}

interface PlacemarkGroups {
  readonly groups: readonly Group[];
  /** Names of elements that other programs draw, but that aren't features. */
  readonly leftOut: ReadonlySet<string>;
  /** Address of the first link. */
  readonly link: string;
  /** Notes about placemarks whose coordinates can't be read. */
  readonly notes: readonly Diagnostic[];
}

const notFeatures = new Set(['GroundOverlay', 'ScreenOverlay', 'PhotoOverlay', 'NetworkLink', 'Tour']);

function collectPlacemarks(
  top: XmlNode,
  { file, styles, aliases }: { file: SourceFile; styles: KmlStyles; aliases: Map<string, string> },
): PlacemarkGroups {
  const groups: Group[] = [];
  const leftOut = new Set<string>();
  const bad = badRows();
  let link = '';
  const walk = (container: XmlNode, path: readonly string[]): void => {
    const group: Group = { path, features: [] };
    for (const child of container.children) {
      if (child.name === 'Placemark') {
        const location = locatePlacemark(child, file.name);
        const style = styles.findStyle(child);
        group.features.push({
          values: kmlValues(child, aliases),
          geometry: bad.attempt(() => kmlGeometry(child, location)) ?? null,
          location,
          style,
        });
        // Add the group with its first placemark, so that empty folders make no group.
        if (group.features.length === 1) groups.push(group);
      } else if (notFeatures.has(child.name)) {
        leftOut.add(child.name);
        if (child.name === 'NetworkLink')
          link ||= readChildText(findChild(child, 'Link') ?? findChild(child, 'Url'), 'href');
      } else if (child.name === 'Document' || child.name === 'Folder') {
        const name = readChildText(child, 'name');
        walk(child, container === top && child.name === 'Document' ? path : [...path, name]);
      }
    }
  };
  walk(top, []);
  return { groups, leftOut, link, notes: bad.notes() };
}

const locatePlacemark = (placemark: XmlNode, fileName: string): Diagnostic =>
  diagnostic(
    'inFile',
    fileName,
    diagnostic('placemark', placemark.line, readChildText(placemark, 'name').slice(0, 60)),
  );

/**
 * Return the name of a folder, with the names of its parents if another folder has the same name. An unnamed folder is
 * named after its parents, or after the file.
 */
function layerName(path: readonly string[], groups: readonly Group[], fileName: string): string {
  const folderName = path[path.length - 1];
  if (!folderName) return path.filter(Boolean).join(' / ') || fileName;
  const isUnique = groups.filter((group) => group.path[group.path.length - 1] === folderName).length === 1;
  return isUnique ? folderName : path.filter(Boolean).join(' / ');
}

const withFolders = (groups: readonly Group[]): TextFeature[] =>
  groups.flatMap(({ path, features }) =>
    features.map((feature) => ({
      ...feature,
      values: new Map([...feature.values, ['folder', path.filter(Boolean).join(' / ')]]),
    })),
  );
