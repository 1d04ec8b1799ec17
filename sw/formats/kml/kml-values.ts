import type { XmlElement } from '../../soap/xml.ts';
import { attributeOf, childOf, childrenOf, textOf } from '../reading/xml-file.ts';
import { plainText } from './plain-text.ts';

/** What schemas say of the fields of a document. */
interface KmlFields {
  /** Field names that are text by their schema, whatever they contain. */
  readonly texts: ReadonlySet<string>;
  readonly aliases: Map<string, string>;
}

/** Members of a placemark that are text, whatever they contain. */
export const ownTexts: ReadonlySet<string> = new Set(['name', 'description', 'address', 'phoneNumber', 'folder']);

/** Read the schemas of a document, wherever they stand. */
export function kmlFields(root: XmlElement): KmlFields {
  const texts = new Set<string>();
  const aliases = new Map<string, string>();
  const collect = (element: XmlElement): void => {
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

/** The attributes of a placemark: its own, its times, then its extended data. Names of data are added to `aliases`. */
export function kmlValues(placemark: XmlElement, aliases: Map<string, string>): Map<string, string> {
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

/** The moments of a track, of several tracks together. */
function whensOf(placemark: XmlElement): string[] {
  const tracks = [
    ...childrenOf(placemark, 'Track'),
    ...childrenOf(placemark, 'MultiTrack').flatMap((all) => childrenOf(all, 'Track')),
  ];
  return tracks.flatMap((track) => childrenOf(track, 'when').map(({ text }) => text.trim()));
}

/** The height of a point that is not at zero; lines are flat in a layer. */
function heightOf(placemark: XmlElement): string | undefined {
  const point = childOf(placemark, 'Point');
  const height = textOf(point, 'coordinates').split(',', 3)[2]?.trim();
  return height && Number(height) !== 0 ? height : undefined;
}

/** A year or a month is its first day. */
const dayOf = (text: string): string =>
  /^\d{4}$/.test(text) ? `${text}-01-01` : /^\d{4}-\d\d$/.test(text) ? `${text}-01` : text;
