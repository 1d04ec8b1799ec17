import {
  type Data,
  type Field,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  RecordBatchWriter,
  Schema,
  Struct,
} from 'apache-arrow';
import type { ArrowFileManifest, ByteRange } from '../manifest.ts';
import { readMessage } from './message.ts';

/** An Arrow file and the byte ranges of its messages. */
export interface ArrowFile {
  readonly bytes: Uint8Array;
  readonly manifest: ArrowFileManifest;
}

/**
 * Write an Arrow IPC file.
 *
 * @param file    name of the file
 * @param fields  the columns
 * @param batches data of every column, per batch; empty for a table without rows
 */
export function writeArrowFile(
  file: string,
  fields: readonly Field[],
  batches: readonly (readonly Data[])[],
): ArrowFile {
  const schema = new Schema([...fields]);
  const writer = new CompleteFileWriter();
  writer.reset(undefined, schema);
  for (const children of batches) {
    const data = makeData({ type: new Struct(schema.fields), length: children[0]!.length, children: [...children] });
    writer.write(new RecordBatch(schema, data));
  }
  writer.finish();
  const bytes = writer.toUint8Array(true);
  return { bytes, manifest: { file, ...findMessages(bytes) } };
}

/**
 * apache-arrow writes the schema to the footer only, but the format also requires a schema message in the stream. With
 * that message, schema and batches can be read by slice as a stream.
 */
class CompleteFileWriter extends RecordBatchFileWriter {
  protected override _writeSchema(schema: Schema): this {
    super._writeSchema(schema); // writes only the magic
    // biome-ignore lint/complexity/useLiteralKeys: only so can a protected member of the base's base be called
    return RecordBatchWriter.prototype['_writeSchema'].call(this, schema) as this;
  }
}

/** Find the messages of the stream inside the file: schema, record batches, end-of-stream mark. */
function findMessages(bytes: Uint8Array): { schema: ByteRange; batches: ByteRange[] } {
  let offset = 8; // the magic "ARROW1" and two bytes of padding
  const ranges: ByteRange[] = [];
  for (;;) {
    const message = readMessage(bytes, offset);
    if (!message) break;
    ranges.push([offset, message.length]);
    offset += message.length;
  }
  return { schema: ranges[0]!, batches: ranges.slice(1) };
}
