import { escapeAttribute } from '../../soap/write-xml.ts';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Write an element around contents that are XML already. */
export function element(name: string, attributes: Attributes = {}, contents: string | readonly string[] = []): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`)
    .join('');
  const inside = typeof contents === 'string' ? contents : contents.join('');
  return inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`;
}

/** Write settings as QGIS keeps them. */
export const optionMap = (values: Readonly<Record<string, string | number>>): string =>
  element(
    'Option',
    { type: 'Map' },
    Object.entries(values).map(([name, value]) => element('Option', { name, type: 'QString', value })),
  );
