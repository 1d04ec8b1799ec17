type Attributes = Readonly<Record<string, string | number | undefined>>;

const escapeXml = (text: string): string =>
  text
    // Control characters have no place in XML.
    .replaceAll(/[^\t\n\r -\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Write an element around contents that are XML already. */
export function element(name: string, attributes: Attributes = {}, contents: string | readonly string[] = []): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('');
  const inside = typeof contents === 'string' ? contents : contents.join('');
  return inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`;
}

/** Write an element around a text. */
export const textElement = (name: string, text: string, attributes: Attributes = {}): string =>
  element(name, attributes, escapeXml(text));

/** Write settings as QGIS keeps them. */
export const optionMap = (values: Readonly<Record<string, string | number>>, attributes: Attributes = {}): string =>
  element(
    'Option',
    { type: 'Map', ...attributes },
    Object.entries(values).map(([name, value]) => element('Option', { name, type: 'QString', value })),
  );
