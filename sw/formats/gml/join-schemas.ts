import type { SourceFile } from '../reading/source-table.ts';
import { splitEnding } from '../rows.ts';

/** Bring GML together with the schema of the same name that was dropped with it; other files stay as they are. */
export function joinSchemas(files: readonly SourceFile[]): SourceFile[] {
  const baseOf = ({ name }: SourceFile, ...endings: readonly string[]) => splitEnding(name, endings)?.[0];
  const schemas = new Map(files.map((file) => [baseOf(file, 'xsd'), file]));
  const owners = new Set(files.map((file) => baseOf(file, 'gml', 'xml')));
  return files.flatMap((file) => {
    const schema = baseOf(file, 'xsd', 'gfs');
    if (schema !== undefined && owners.has(schema)) return [];
    const owner = baseOf(file, 'gml', 'xml');
    const beside = owner === undefined ? undefined : schemas.get(owner);
    return beside ? [{ ...file, schema: beside }] : [file];
  });
}
