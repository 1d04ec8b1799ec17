import { badValue } from './contract/index.ts';

/** Setting of a clock. */
interface ClockSetting {
  /** Time that the clock showed when it was set, in epoch milliseconds. */
  readonly shown: number;
  /** Time of the machine when the clock was set, in epoch milliseconds. */
  readonly setAt: number;
  /** If true, the time never changes. */
  readonly isFrozen: boolean;
  /** Makes IDs reproducible. Without a seed, IDs are random. */
  readonly seed?: string | undefined;
  /** Number of host starts since the clock was set, so that no ID is used twice. */
  readonly starts: number;
}

/** A clock that tests can set, with IDs that they can make reproducible. */
export interface Clock {
  readonly setting: ClockSetting | undefined;
  /** Epoch milliseconds. */
  now(): number;
  /** Return 32 lower-case hex digits. */
  newId(): string;
  /** Set the clock. Undefined restores the machine's clock and random IDs. */
  set(setting: ClockSetting | undefined): void;
}

/** The part of the store that has settings by their names. */
interface Settings {
  setting(name: string): Promise<unknown>;
  setSetting(name: string, value: unknown): Promise<void>;
}

/** Key of the setting in the store. Backups don't contain it. */
export const clockSetting = 'clock';

/**
 * Create a clock that shows the machine's time until it is set.
 *
 * @param machineNow epoch milliseconds
 * @param idByChance returns 32 random lower-case hex digits
 */
export function createClock(machineNow: () => number, idByChance: () => string): Clock {
  let setting: ClockSetting | undefined;
  let ids = 0;
  return {
    get setting() {
      return setting;
    },
    now: () => (setting ? setting.shown + (setting.isFrozen ? 0 : machineNow() - setting.setAt) : machineNow()),
    newId: () =>
      setting?.seed === undefined ? idByChance() : makeSeededId(`${setting.seed}/${setting.starts}/${++ids}`),
    set(next) {
      setting = next;
      ids = 0;
    },
  };
}

/** Hash a text to 128 bits in hex: four 32-bit hashes (FNV-1a, then mixed). */
function makeSeededId(text: string): string {
  return [1, 2, 3, 4]
    .map((part) => {
      let hash = 2166136261 ^ part;
      for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
      hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
      hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
      return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0');
    })
    .join('');
}

/** Set a clock as it was before the host restarted. Counting the starts keeps seeded IDs from repeating. */
export async function restartClock(clock: Clock, store: Settings): Promise<void> {
  const setting = (await store.setting(clockSetting)) as ClockSetting | undefined;
  if (!setting) return;
  const restarted = { ...setting, starts: setting.starts + 1 };
  clock.set(restarted);
  await store.setSetting(clockSetting, restarted);
}

/**
 * Parse the setting of a clock: `{"now": "2026-01-31T12:00:00Z", "isFrozen": true, "seed": "a"}`. Each member is
 * optional.
 *
 * @param machineNow epoch milliseconds
 * @throws {Fault} `bad-value` for an invalid or unknown member, naming it
 */
export function readClockSetting(json: string, machineNow: number): ClockSetting {
  let parsed: Record<string, unknown> = {};
  try {
    parsed = JSON.parse(json) as Record<string, unknown>;
  } catch {
    // Invalid JSON is treated like an empty object.
  }
  const { now, isFrozen = false, seed, ...others } = Object(parsed) as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined || typeof parsed !== 'object')
    throw badValue('clock', 'an object with only now, isFrozen and seed', other ?? parsed);
  const startMs = now === undefined ? machineNow : typeof now === 'number' ? now : Date.parse(String(now));
  // The limits of a JavaScript Date.
  if (!(Math.abs(startMs) <= 8.64e15))
    throw badValue('now', 'a date such as 2026-01-31T12:00:00Z, or epoch milliseconds', now);
  if (typeof isFrozen !== 'boolean') throw badValue('isFrozen', 'true or false', isFrozen);
  if (seed !== undefined && (typeof seed !== 'string' || seed === '' || seed.length > 100))
    throw badValue('seed', 'a string of 1 to 100 characters', seed);
  return { shown: startMs, setAt: machineNow, isFrozen, seed, starts: 0 };
}
