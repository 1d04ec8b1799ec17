/** A connection for requests to the server. */
export interface Transport {
  /**
   * `worker`: the worker controls this page. `server`: the program that serves this page. `frame` and `window`: through
   * the bridge of another origin.
   */
  readonly kind: 'worker' | 'server' | 'frame' | 'window';
  /** Base address of the server, with a trailing slash. */
  readonly base: string;
  /**
   * Send a request to the server, and never to a web host.
   *
   * @param path below the base
   * @throws {ClientError} `no-worker`, `no-answer`, `timeout`, `origin-not-allowed`, `bridge-closed`
   * @throws the signal's reason if it is aborted
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
