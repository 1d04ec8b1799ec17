import { XMLParser } from 'fast-xml-parser';
import { decodeText } from '../reading/read-text.ts';

export interface ShapeMetadata {
  /** Alias of a field by its lower-case name. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The abstract, without markup. */
  readonly description?: string;
}

/**
 * Read field aliases and the abstract from the metadata beside a shapefile (.shp.xml, Esri and FGDC forms).
 * Metadata is a bonus: text that is no XML, or has a DOCTYPE, gives an empty answer.
 */
export function shapeMetadata(bytes: Uint8Array): ShapeMetadata {
  const aliases = new Map<string, string>();
  const { text } = decodeText(bytes);
  if (/<!DOCTYPE|<!ENTITY/i.test(text) || bytes.length > 8 << 20) return { aliases };
  let root: unknown;
  try {
    root = new XMLParser({ ignoreAttributes: true, parseTagValue: false, processEntities: true }).parse(text);
  } catch {
    // Metadata are extra; the rows are read without them.
    return { aliases };
  }
  let description: string | undefined;
  walk(root, 0, (tag, value) => {
    if (tag === 'attr') {
      for (const attribute of Array.isArray(value) ? value : [value]) {
        const { attrlabl, attalias } = Object(attribute) as { attrlabl?: unknown; attalias?: unknown };
        if (typeof attrlabl === 'string' && typeof attalias === 'string' && attalias.trim() !== '') {
          aliases.set(attrlabl.toLowerCase(), attalias.trim());
        }
      }
    } else if ((tag === 'idAbs' || tag === 'abstract') && typeof value === 'string' && description === undefined) {
      const plain = value
        .replace(/<[^<>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      if (plain !== '') description = plain.slice(0, 500);
    }
  });
  return { aliases, ...(description === undefined ? {} : { description }) };
}

function walk(value: unknown, depth: number, onElement: (tag: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null || depth > 40) return;
  for (const [tag, child] of Object.entries(value)) {
    onElement(tag, child);
    walk(child, depth + 1, onElement);
  }
}
