const encoder = new TextEncoder();

/** Collects the bytes of a file. Text is written in UTF-8. */
export interface ByteWriter {
  /** Bytes written so far. */
  readonly length: number;
  text(text: string): void;
  bytes(bytes: Uint8Array): void;
  join(): Uint8Array<ArrayBuffer>;
}

/** Length at which collected text is encoded. */
const textPiece = 1 << 16;

/** Make an empty writer. */
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
      let offset = 0;
      for (const piece of pieces) {
        all.set(piece, offset);
        offset += piece.length;
      }
      return all;
    },
  };
}
