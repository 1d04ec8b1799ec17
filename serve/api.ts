export interface StartOptions {
  /** Rules, seed and clock at the start, which `reset` restores. They are checked at the start. */
  readonly scenario?: { readonly rules?: readonly object[]; readonly seed?: string; readonly clock?: object };
  /** Forwards requests to a server at an address, and stores its answers in a folder, without tokens and passwords. */
  readonly record?: { readonly address: string; readonly folder: string };
  /**
   * Answers requests from recordings in a folder. Other requests are answered by the services here, or by a fault if
   * `strict`.
   */
  readonly replay?: {
    readonly folder: string;
    readonly strict?: boolean;
    /** @deprecated Use `strict`. */
    readonly isStrict?: boolean;
  };
  /**
   * Files and folders to publish as services. Each folder is one service, and so are files with the same name in a
   * folder. Default: the demo services.
   */
  readonly files?: readonly string[];
  /** 0, the default, chooses a free port. */
  readonly port?: number;
  /**
   * Address of this machine to listen on for other machines, which needs accounts, and `tls`, `proxy` or
   * `plainHttp`. Default: only this machine.
   */
  readonly host?: string;
  /** Certificate and private key in PEM, to answer by HTTPS. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Address of the proxy whose X-Forwarded headers are believed. */
  readonly proxy?: string;
  /** Other machines may send passwords and tokens without encryption. */
  readonly plainHttp?: boolean;
  /**
   * Folder that stores the data between runs. Without it, the data is deleted when the server stops. With `database`, it
   * only has copies of files.
   */
  readonly data?: string | undefined;
  /** PostgreSQL database that stores the data: `postgres://user:password@host:port/database`. */
  readonly database?: string | undefined;
  /**
   * Write no journal, and no copy of the data before its first change, until the first request to `/__admin`. For data
   * that is not for tests.
   */
  readonly lazyDouble?: boolean;
  /** Accounts for signing in at `generateToken`. */
  readonly users?: readonly Account[];
  /** Continue if a file can't be published. */
  readonly continueOnError?: boolean;
  /** @deprecated Use `continueOnError`. */
  readonly isLenient?: boolean;
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  /**
   * Computers of the server's network that layers and webhooks may use although others reach the server: host names or
   * IP addresses, with or without a port.
   */
  readonly allowedFetches?: readonly string[];
  /** Token that programs send to `/__admin` in `x-soapstone-admin-token`. Default: a new one for each server. */
  readonly adminToken?: string | undefined;
  /** Receives a line of JSON for each request, and for the start and the end of the server. */
  readonly log?: ((line: string) => void) | undefined;
  /** Duration in milliseconds from which the line of a request says why it was slow. Default: 2000. */
  readonly slowMs?: number | undefined;
  /** Receives messages for the user. */
  readonly say?: (line: string) => void;
}

export interface Account {
  /** Letters, digits, _ . @ -. */
  readonly name: string;
  /** At least 8 characters. */
  readonly password: string;
  /** Default: `publisher`. Only an administrator can make services private. */
  readonly role?: 'member' | 'publisher' | 'administrator';
}

export interface PublishedService {
  readonly name: string;
  /** Address of the SOAP interface; its description is at `?wsdl`. */
  readonly soap: string;
  /** Address of the REST interface. */
  readonly rest: string;
}

/** A change or omission when files were published. */
export interface PublishWarning {
  /** The file, with the layer in it if the layer has another name. */
  readonly file: string;
  /** A sentence, with the place in the file if known. */
  readonly text: string;
}

/** A request in the list of the journal. */
export interface ListedRequest {
  readonly id: number;
  /** ISO 8601. */
  readonly receivedAt: string;
  readonly method: string;
  /** Without its token. */
  readonly url: string;
  /** `soap`, `rest`, `wms`, … */
  readonly protocol: string;
  readonly service: string | undefined;
  readonly operation: string | undefined;
  /** IDs or names of the requested layers. */
  readonly layers: readonly string[];
  readonly status: number | undefined;
  /** Milliseconds from the arrival of the request to the first byte of the answer, and to the last. */
  readonly waitedMs: number | undefined;
  readonly totalMs: number | undefined;
  readonly bytes: number;
  readonly answeredBy: 'backend' | 'recording' | 'server';
  /** The connection was closed before the end of the answer. */
  readonly isCutOff?: true;
  readonly fault: { readonly code: string; readonly message: string } | undefined;
  /** ID of the applied rule. */
  readonly rule: string | undefined;
}

/** The administration of `/__admin`, for programs in the same process. */
export interface ServerControls {
  /** Restore the initial data, rules and clock, and empty the journal. */
  reset(): Promise<void>;
  /**
   * List the latest requests, oldest first. `filter` has the parameters of `/__admin/requests`: `{operation: 'Find'}`.
   */
  requests(filter?: Readonly<Record<string, string>>): Promise<readonly ListedRequest[]>;
  readonly rules: {
    /**
     * Add a rule, `{when, do}`, or replace one with the same ID. Returns the ID; throws an error that names the invalid
     * member.
     */
    add(rule: object): string;
    remove(id: string): boolean;
    clear(): void;
    list(): readonly object[];
  };
  readonly snapshots: {
    /** Save all data under a name. */
    take(name: string): Promise<void>;
    /** Restore a snapshot. Throws if it doesn't exist. */
    restore(name: string): Promise<void>;
  };
  /** Set the clock and the ID generator of the backend: `{now, isFrozen, seed}`. */
  setClock(setting: object): Promise<object>;
}

export interface SoapstoneServer extends ServerControls {
  /** With a trailing slash. */
  readonly url: string;
  /** Address of the page with its key, which makes its user administrator. Only works on this machine. */
  readonly page: string;
  /** Token for programs in other processes, sent to `/__admin` in `x-soapstone-admin-token`. */
  readonly adminToken: string;
  /** The folder or the database with the data, without its password. */
  readonly store: string;
  readonly services: readonly PublishedService[];
  readonly warnings: readonly PublishWarning[];
  stop(): Promise<void>;
}
