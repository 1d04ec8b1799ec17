/** The rights of an origin: read maps and data, or also publish, delete and administer. */
export type Access = 'read' | 'administer';

/** Message from the app's window to the bridge, with one port of a MessageChannel. */
export interface Hello {
  readonly soapstone: 'hello';
  readonly version: 1;
  readonly access: Access;
}

/** Message from the bridge on the port, in reply to the hello. */
export type Welcome =
  | {
      readonly type: 'welcome';
      /** False in a frame whose storage the browser partitions from the app's own. */
      readonly isFirstParty: boolean;
      /** ID of the data. Connections with the same ID see the same maps. */
      readonly dataId: string;
      readonly access: Access;
    }
  | { readonly type: 'refused'; readonly reason: 'origin-not-allowed' | 'no-worker' };

/** Message from the app on the port. */
export type BridgeRequest =
  | {
      readonly type: 'request';
      readonly id: number;
      readonly path: string;
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: ArrayBuffer | undefined;
    }
  | { readonly type: 'abort'; readonly id: number };

/** Message from the bridge on the port. */
export type BridgeAnswer =
  | {
      readonly type: 'answer';
      readonly id: number;
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: ArrayBuffer;
    }
  | { readonly type: 'failure'; readonly id: number; readonly code: string; readonly message: string }
  | { readonly type: 'closed' };
