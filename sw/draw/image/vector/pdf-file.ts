import { type ByteWriter, createByteWriter } from '../byte-writer.ts';
import { deflate } from '../deflate.ts';

/** PDF file under construction: numbered objects, then the table of their offsets. */
export interface PdfFile {
  /** Reserve a number for an object that is referenced before it is written. */
  reserve(): number;
  /** Write an object and return its number. */
  add(value: string, number?: number): number;
  /** Write a compressed stream and return its number. `entries` are added to its dictionary. */
  addStream(entries: string, content: Uint8Array, number?: number): Promise<number>;
  finish(root: number, info: number): Uint8Array<ArrayBuffer>;
}

/** Begin a PDF 1.7 file (ISO 32000-1). */
export function createPdfFile(): PdfFile {
  const file: ByteWriter = createByteWriter();
  const offsets: number[] = [0];
  const begin = (number: number) => {
    offsets[number] = file.length;
    file.text(`${number} 0 obj\n`);
  };
  file.text('%PDF-1.7\n%');
  // Four bytes above 127 mark the file as binary.
  file.bytes(Uint8Array.of(0xe2, 0xe3, 0xcf, 0xd3, 0x0a));
  const reserve = () => offsets.push(0) - 1;
  return {
    reserve,
    add(value, number = reserve()) {
      begin(number);
      file.text(`${value}\nendobj\n`);
      return number;
    },
    async addStream(entries, content, number = reserve()) {
      const packed = await deflate([content]);
      begin(number);
      file.text(`<< ${entries} /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`);
      file.bytes(packed);
      file.text('\nendstream\nendobj\n');
      return number;
    },
    finish(root, info) {
      const start = file.length;
      file.text(`xref\n0 ${offsets.length}\n0000000000 65535 f \n`);
      for (const offset of offsets.slice(1)) file.text(`${String(offset).padStart(10, '0')} 00000 n \n`);
      file.text(
        `trailer\n<< /Size ${offsets.length} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
      );
      return file.join();
    },
  };
}

/** Format document text as hexadecimal UTF-16 with a byte order mark. */
export function pdfText(text: string): string {
  let hex = 'FEFF';
  for (let i = 0; i < text.length; i++) hex += hex4(text.charCodeAt(i));
  return `<${hex}>`;
}

export function hex4(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, '0');
}
