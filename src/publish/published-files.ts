/** What a reader or the publisher changed or left out. */
interface PublishWarning {
  /** The file, with the layer in it where that has another name. */
  readonly file: string;
  readonly text: string;
}

/** What became of files. */
export interface PublishedFiles {
  readonly key: string;
  /** A service of this name was there, and has new data. */
  readonly isReplaced: boolean;
  /** The name that was taken by other files, so that the service got another. */
  readonly takenKey?: string;
  readonly warnings: readonly PublishWarning[];
}
