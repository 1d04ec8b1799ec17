/** A file for the reader. Each thread opens it itself, because file-backed Blobs can't be sent to another thread. */
export interface FileToRead {
  /** Name without a folder. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}
