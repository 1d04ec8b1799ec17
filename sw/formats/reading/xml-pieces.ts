import { SaxesParser } from 'saxes';
import { encodingHeadBytes, encodingInBytes } from '../../contract/text-encoding.ts';
import { diagnostic, readFault } from './diagnostic.ts';
import { type Progress, readSlice, type SourceFile, sizeOf } from './source-table.ts';

/** Attributes by their names as they are written, with prefix. */
export type Attributes = Readonly<Record<string, string>>;

/** What is called while a document is read. Names of elements are without prefix. */
export interface XmlHandlers {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** A run of character data, references resolved. */
  text(text: string): void;
}

interface PiecesOptions {
  readonly onProgress?: Progress | undefined;
  readonly signal?: AbortSignal | undefined;
}

const pieceBytes = 1 << 20;

/**
 * Read XML piece by piece, so that no more of a large file is in memory than its handlers hold. Well-formedness is checked,
 * document type declarations are passed over, and no entities are known but the five built in.
 *
 * @param handlersOf gets a function that tells the current line, from 1
 * @throws {Fault} `bad-package` naming line and column
 */
export async function readXmlPieces(
  file: SourceFile,
  handlersOf: (line: () => number) => XmlHandlers,
  { onProgress, signal }: PiecesOptions = {},
): Promise<void> {
  const size = sizeOf(file);
  const parser = new SaxesParser({ xmlns: false, position: true });
  const location = () =>
    diagnostic('inFile', file.name, diagnostic('lineColumn', parser.line, Math.max(1, parser.columnIndex)));
  const handlers = handlersOf(() => parser.line);
  parser.on('error', ({ message }) => {
    const reason = message.replace(/^[\d:]+\s*/, '').replace('undefined entity', 'undeclared entity');
    throw readFault('bad-package', 'xmlBroken', location(), reason.replace(/\.$/, ''));
  });
  parser.on('opentag', ({ name, attributes }) => handlers.open(localName(name), attributes));
  parser.on('closetag', ({ name }) => handlers.close(localName(name)));
  parser.on('text', (text) => handlers.text(text));
  parser.on('cdata', (text) => handlers.text(text));
  const decoder = new TextDecoder(encodingInBytes(await readSlice(file, 0, encodingHeadBytes)) ?? 'utf-8', {
    fatal: true,
  });
  for (let at = 0; at < size; at += pieceBytes) {
    signal?.throwIfAborted();
    const bytes = await readSlice(file, at, Math.min(size, at + pieceBytes));
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: at + pieceBytes < size });
    } catch {
      throw readFault('bad-package', 'utf8Expected', location());
    }
    // Nothing may stand before the declaration, but in files that were put together by hand a blank line does.
    parser.write(at === 0 ? text.trimStart() : text);
    onProgress?.(Math.min(1, (at + pieceBytes) / size));
  }
  parser.close();
}

/** The name without its prefix. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The value of an attribute by its local name; undefined when it is not there. */
export function attributeNamed(attributes: Attributes, local: string): string | undefined {
  if (attributes[local] !== undefined) return attributes[local];
  for (const name in attributes) if (name.endsWith(local) && localName(name) === local) return attributes[name];
  return undefined;
}
