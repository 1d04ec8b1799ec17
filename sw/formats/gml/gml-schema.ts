import type { SourceFile } from '../reading/source-table.ts';
import { readXmlPieces } from '../reading/xml-pieces.ts';

/** Properties whose values are text, whatever they look like. */
export type GmlTypes = ReadonlyMap<string, 'String' | 'other'>;

/**
 * Read what an application schema says of the types of properties, by their names. One that means different types in
 * different features is left out.
 *
 * @throws {Fault} `bad-package` when it is no XML
 */
export async function readGmlTypes(schema: SourceFile): Promise<GmlTypes> {
  const types = new Map<string, 'String' | 'other'>();
  const open: string[] = [];
  const say = (type: string | undefined): void => {
    const name = open[open.length - 1];
    if (!name || type === undefined) return;
    const said = /(?:^|:)(?:string|token|normalizedString|anyURI|Name|NCName|ID)$/.test(type) ? 'String' : 'other';
    types.set(name, (types.get(name) ?? said) === said ? said : 'other');
  };
  await readXmlPieces(schema, () => ({
    open(name, { name: own, type, base }) {
      if (name === 'element') {
        open.push(own ?? '');
        say(type);
      } else if (name === 'restriction') say(base);
    },
    close(name) {
      if (name === 'element') open.pop();
    },
    text() {},
  }));
  return types;
}
