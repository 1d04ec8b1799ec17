/** A file that is read by ranges: `RangeReader` for one elsewhere, `wholeFile` for one that is here. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** @throws when the range is not in the file, or cannot be read */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Read a file that is here; of a Blob no more is in memory than what is read. */
export const wholeFile = (file: Blob | Uint8Array): ByteSource => ({
  sizeBytes: file instanceof Uint8Array ? file.length : file.size,
  read: async (offset, length) =>
    file instanceof Uint8Array
      ? new Uint8Array(file.subarray(offset, offset + length))
      : new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
});
