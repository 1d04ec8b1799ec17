/** What the author of an archive of tiles says of it; empty where nothing is said. */
interface ArchiveTexts {
  readonly name: string;
  readonly description: string;
  /** Without tags. */
  readonly attribution: string;
}

/** Read the texts of a PMTiles archive, cut to 500 characters, from its metadata; empty where those are no JSON. */
export function archiveTexts(metadata: string): ArchiveTexts {
  const { name, description, attribution } = parsed(metadata);
  const text = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 500) : '');
  return {
    name: text(name),
    description: text(description),
    attribution: text(attribution).replace(/<[^<>]*>/g, ''),
  };
}

function parsed(metadata: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(metadata));
  } catch {
    return {};
  }
}
