import type { RelayAccess, RelayOffer } from './frames.ts';

/** How the page stands with the program that serves it. */
export type RelayState =
  /** No socket; the next try comes by itself. */
  | { readonly type: 'apart'; readonly offer?: RelayOffer }
  | { readonly type: 'attached'; readonly offer: RelayOffer }
  /** The program has another page. */
  | { readonly type: 'replaced' };

/** From the page to the relay's worker. */
export type ToRelayWorker =
  /** Who may ask; the first message. */
  | { readonly type: 'access'; readonly access: RelayAccess }
  /** There may be a way now: the tab is seen again, or the network is back. */
  | { readonly type: 'retry' };

/** From the relay's worker to the page, which alone can reach the service worker by message. */
export type FromRelayWorker =
  | { readonly type: 'state'; readonly state: RelayState }
  /** Nobody waits for the answer to a request, by the value of its mark `x-relayed`. */
  | { readonly type: 'cancel'; readonly id: string }
  /** The program wants the service worker to stay awake. */
  | { readonly type: 'awake' };
