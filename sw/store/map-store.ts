import type { MapRecord } from '../service/map-record.ts';

/** The maps that people composed. */
export interface MapStore {
  /** All maps, by id ascending. */
  all(): Promise<MapRecord[]>;
  /** Undefined when there is none. */
  get(id: string): Promise<MapRecord | undefined>;
  /**
   * Put what `change` makes of a map in its place, in one strict transaction; undefined removes it. What `change` throws leaves
   * everything as before.
   *
   * @returns what is stored now
   * @throws {Fault} `no-space`
   */
  change(id: string, change: (before: MapRecord | undefined) => MapRecord | undefined): Promise<MapRecord | undefined>;
}
