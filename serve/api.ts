export interface StartOptions {
  /** Rules, seed and clock that the server starts with and that `reset` goes back to; checked at the start. */
  readonly scenario?: { readonly rules?: readonly object[]; readonly seed?: string; readonly clock?: object };
  /** Passes requests on to a server at an address, and keeps what it answers in a folder, without tokens and passwords. */
  readonly record?: { readonly address: string; readonly folder: string };
  /** Answers what a folder has recorded; other requests are answered by the services here, where `isStrict` by a fault. */
  readonly replay?: { readonly folder: string; readonly isStrict: boolean };
  /** Files and folders that become services; a folder together, and files of one name in one folder. Without any: the demo. */
  readonly files?: readonly string[];
  /** 0, the default, takes one that is free. */
  readonly port?: number;
  /** Address of this machine to listen at, for other machines; this machine alone unless given. */
  readonly host?: string;
  /** Folder that keeps the data between runs; without it they go with the server. */
  readonly data?: string;
  /** Path of a Chromium; one of this machine is found unless given. */
  readonly browser?: string;
  /** Accounts that programs sign in with at `generateToken`; not where a person opens the page. */
  readonly users?: readonly Account[];
  /** True: no browser is started, a person opens the page. */
  readonly hasWindow?: boolean;
  /** Go on when a file cannot be published. */
  readonly isLenient?: boolean;
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  /** What programs show to `/__admin` in `x-soapstone-admin-token`; a new one for each server unless given. */
  readonly adminToken?: string | undefined;
  /** Hears lines for people. */
  readonly say?: (line: string) => void;
}

export interface Account {
  /** Letters, digits, _ . @ -. */
  readonly name: string;
  /** At least 8 characters. */
  readonly password: string;
  /** `publisher` unless given; only an administrator makes services private. */
  readonly role?: 'member' | 'publisher' | 'administrator';
}

export interface PublishedService {
  readonly name: string;
  /** Address of the SOAP interface; `?wsdl` describes it. */
  readonly soap: string;
  /** Address of the REST interface. */
  readonly rest: string;
}

/** What was changed or left out when files were published. */
export interface PublishWarning {
  /** The file, with the layer in it where that has another name. */
  readonly file: string;
  /** A sentence, with the place in the file where there is one. */
  readonly text: string;
}

/** One request, as the journal lists it. */
export interface ListedRequest {
  readonly id: number;
  /** ISO 8601. */
  readonly receivedAt: string;
  readonly method: string;
  /** Without its token. */
  readonly url: string;
  /** `soap`, `rest`, `wms`, … */
  readonly face: string;
  readonly service: string | undefined;
  readonly operation: string | undefined;
  /** Ids or names of the layers that it names. */
  readonly layers: readonly string[];
  readonly status: number | undefined;
  /** Milliseconds from the arrival to the first byte of the answer, and to the last. */
  readonly waitedMs: number | undefined;
  readonly totalMs: number | undefined;
  readonly bytes: number;
  readonly answeredBy: 'backend' | 'recording' | 'server';
  /** The connection was closed before the answer was whole. */
  readonly isCutOff?: true;
  readonly fault: { readonly code: string; readonly message: string } | undefined;
  /** Id of the rule that was applied. */
  readonly rule: string | undefined;
}

/** The administration of `/__admin`, for programs of the same process. */
export interface ServerControls {
  /** Go back to the data, rules, clock and empty journal of the start. */
  reset(): Promise<void>;
  /** List the last requests, the oldest first; `filter` as the query of `/__admin/requests`: `{operation: 'Find'}`. */
  requests(filter?: Readonly<Record<string, string>>): Promise<readonly ListedRequest[]>;
  readonly rules: {
    /** Add a rule, `{when, do}`; one with the same id is replaced. Gives its id; throws an error that names what is wrong. */
    add(rule: object): string;
    remove(id: string): boolean;
    clear(): void;
    list(): readonly object[];
  };
  readonly snapshots: {
    /** Keep all stored data under a name. */
    take(name: string): Promise<void>;
    /** Throws when there is no snapshot of that name. */
    restore(name: string): Promise<void>;
  };
  /** Set the clock and the ids of the backend: `{now, isFrozen, seed}`. */
  setClock(setting: object): Promise<object>;
}

export interface SoapstoneServer extends ServerControls {
  /** With a slash at its end. */
  readonly url: string;
  /** What programs of other computers have to show, where the page has no window. */
  readonly token: string;
  /** What programs of other processes show to `/__admin`, in `x-soapstone-admin-token`. */
  readonly adminToken: string;
  readonly services: readonly PublishedService[];
  readonly warnings: readonly PublishWarning[];
  /** Resolves with a reason when the server cannot go on. */
  readonly failed: Promise<string>;
  stop(): Promise<void>;
}
