declare module 'har-validator' {
  /** Resolves with the archive when it is sound. */
  export function har(archive: unknown): Promise<object>;
}
