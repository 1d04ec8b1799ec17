/** How requests reach the server. */
export interface Transport {
  /** `worker`: this page is controlled; `frame` and `window`: through the bridge of another origin. */
  readonly kind: 'worker' | 'frame' | 'window';
  /** Address of the server's base, with a slash at its end. */
  readonly base: string;
  /**
   * Send a request to the server, and to nobody else.
   *
   * @param path below the base
   * @throws {ClientError} `no-worker`, `no-answer`, `timeout`, `origin-not-allowed`, `bridge-closed`
   * @throws the signal's reason when it is aborted
   */
  send(path: string, init: TransportRequest): Promise<Response>;
  close(): void;
}

export interface TransportRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Blob | ArrayBuffer | Uint8Array | FormData;
  readonly signal?: AbortSignal | undefined;
}
