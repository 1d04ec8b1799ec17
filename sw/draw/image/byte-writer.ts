const encoder = new TextEncoder();

/** Gathers the bytes of a file piece by piece. */
export interface ByteWriter {
  /** Bytes written so far. */
  readonly length: number;
  text(text: string): void;
  bytes(bytes: Uint8Array): void;
  /** Everything in one array. */
  join(): Uint8Array<ArrayBuffer>;
}

/** Pieces of text are gathered until they are so long, then turned into bytes. */
const textPiece = 1 << 16;

/** Make an empty writer. Text is written in UTF-8. */
export function createByteWriter(): ByteWriter {
  const pieces: Uint8Array[] = [];
  let pending = '';
  let written = 0;
  const flush = () => {
    if (pending === '') return;
    const piece = encoder.encode(pending);
    pending = '';
    pieces.push(piece);
    written += piece.length;
  };
  return {
    get length() {
      flush();
      return written;
    },
    text(text) {
      pending += text;
      if (pending.length >= textPiece) flush();
    },
    bytes(bytes) {
      flush();
      pieces.push(bytes);
      written += bytes.length;
    },
    join() {
      flush();
      const all = new Uint8Array(written);
      let at = 0;
      for (const piece of pieces) {
        all.set(piece, at);
        at += piece.length;
      }
      return all;
    },
  };
}
