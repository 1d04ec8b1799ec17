import type { MapRecord } from '../service/map-record.ts';

/** Storage of the maps that users composed. */
export interface MapStore {
  /** Return all maps, ascending by ID. */
  all(): Promise<MapRecord[]>;
  /** Return a map; undefined if it doesn't exist. */
  get(id: string): Promise<MapRecord | undefined>;
  /**
   * Replace a map by the result of `change`, in one strict transaction; undefined removes it. If `change` throws,
   * nothing changes.
   *
   * @returns the stored map
   * @throws {Fault} `no-space` when the storage is full
   */
  change(id: string, change: (before: MapRecord | undefined) => MapRecord | undefined): Promise<MapRecord | undefined>;
}
