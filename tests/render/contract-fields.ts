import { enums, types } from '../../sw/contract/index.ts';
import type { Recording } from '../../sw/draw/surface/record.ts';

/** Return the fields of a type and its bases, with their types. */
export function listContractFields(name: string): Record<string, string> {
  const row = (types as Readonly<Record<string, { base?: string; fields?: Record<string, string> }>>)[name]!;
  return { ...(row.base ? listContractFields(row.base) : {}), ...row.fields };
}

/** Return values to replace a value with, by the type of the field. */
export function listOtherValues(field: string, value: unknown): unknown[] {
  const bare = field.replace('?', '');
  if (bare in enums) return enums[bare as 'gisMaskStyle'].values.filter((other) => other !== value);
  if (bare === 'boolean') return [!value];
  if (['double', 'int', 'short', 'long'].includes(bare)) return [(typeof value === 'number' ? value : 0) + 40];
  if (bare === 'Color') return [{ type: 'RgbColor', Red: 1, Green: 200, Blue: 2, AlphaValue: 255 }];
  throw new Error(`No other value is known for a field of type ${field}`);
}

/** Return the drawing commands as text, to compare two drawings. */
export function commandsText({ commands }: Recording): string {
  return JSON.stringify(commands, (_, value: unknown) =>
    ArrayBuffer.isView(value) ? [...(value as Uint8Array)].slice(0, 4000) : value,
  );
}
