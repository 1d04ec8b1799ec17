export interface StartOptions {
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
  /** True: no browser is started, a person opens the page. */
  readonly hasWindow?: boolean;
  /** Go on when a file cannot be published. */
  readonly isLenient?: boolean;
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  /** Hears lines for people. */
  readonly say?: (line: string) => void;
}

export interface PublishedService {
  readonly name: string;
  /** Address of the SOAP interface; `?wsdl` describes it. */
  readonly soap: string;
  /** Address of the REST interface. */
  readonly rest: string;
}

export interface SoapstoneServer {
  /** With a slash at its end. */
  readonly url: string;
  /** What programs of other computers have to show, where the page has no window. */
  readonly token: string;
  readonly services: readonly PublishedService[];
  /** Resolves with a reason when the server cannot go on. */
  readonly failed: Promise<string>;
  stop(): Promise<void>;
}
