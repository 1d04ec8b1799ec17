import type { ServiceDefinition } from '../../service/definition.ts';
import type { ItemFileRecord, ItemRecord } from '../schema/portal-records.ts';
import type { ReplicationTransaction } from '../store/portal-store.ts';

/** An item that a participant shares with a workspace. */
export interface Offer {
  readonly itemId: string;
  readonly title: string;
  /** The portal it was made in. */
  readonly originPortalId: string;
  /** Changes with everything that is copied. */
  readonly fingerprint: string;
  readonly bytes: number;
  /** True when only a reference is offered. */
  readonly byReference: boolean;
}

/** An item that a participant has received in a workspace. */
export interface ReceivedItem {
  readonly itemId: string;
  readonly title: string;
  readonly viaPortalId: string;
  readonly fingerprint: string;
}

/** What a participant has in a workspace; nothing is offered by one that only receives, or has linked no group. */
export interface Inventory {
  readonly offers: readonly Offer[];
  readonly holds: readonly ReceivedItem[];
  readonly receives: boolean;
}

/** An item with everything that belongs to it. */
export interface Bundle {
  readonly item: ItemRecord;
  readonly files: readonly Pick<ItemFileRecord, 'name' | 'fileName' | 'type' | 'created' | 'blob'>[];
  readonly service?: {
    readonly definition: ServiceDefinition;
    readonly files: ReadonlyMap<string, Blob>;
    readonly bytes: number;
    readonly access: 'public' | 'private';
  };
  readonly fingerprint: string;
  readonly byReference: boolean;
}

/** Runs within the transaction that writes an item: checks the lease and counts. */
type Commit = (transaction: ReplicationTransaction) => Promise<void>;

/** A participant of a workspace as a synchronisation sees it. */
export interface Peer {
  readonly portalId: string;
  inventory(): Promise<Inventory>;
  /** @throws {Fault} `not-found` when it is no longer shared */
  read(itemId: string, byReference: boolean): Promise<Bundle>;
  /** Add or replace an item, in one transaction; the same twice is as once. */
  write(bundle: Bundle, viaPortalId: string, commit: Commit): Promise<void>;
  /** Let go of a received item as the participant's policy says. */
  remove(itemId: string, commit: Commit): Promise<void>;
}
