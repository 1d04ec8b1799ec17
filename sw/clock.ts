import { Fault } from './contract/index.ts';

/** How a clock was set. */
export interface ClockSetting {
  /** Epoch milliseconds that it showed when it was set. */
  readonly shown: number;
  /** Epoch milliseconds of the machine at that moment. */
  readonly setAt: number;
  /** True: it shows the same for ever. */
  readonly isFrozen: boolean;
  /** Ids follow from it; by chance without. */
  readonly seed?: string | undefined;
  /** How often the host has started since, so that no id is given twice. */
  readonly starts: number;
}

/** A clock that a test may set, and ids that it may fix. */
export interface Clock {
  readonly setting: ClockSetting | undefined;
  /** Epoch milliseconds. */
  now(): number;
  /** 32 lower-case hex digits. */
  newId(): string;
  /** Set it; undefined goes back to the machine's own clock and to chance. */
  set(setting: ClockSetting | undefined): void;
}

/** Key of the setting in the store; it belongs to this browser alone. */
export const clockSetting = 'clock';

/**
 * Make a clock that shows the time of the machine until it is set.
 *
 * @param machineNow epoch milliseconds
 * @param idByChance 32 lower-case hex digits
 */
export function createClock(machineNow: () => number, idByChance: () => string): Clock {
  let setting: ClockSetting | undefined;
  let ids = 0;
  return {
    get setting() {
      return setting;
    },
    now: () => (setting ? setting.shown + (setting.isFrozen ? 0 : machineNow() - setting.setAt) : machineNow()),
    newId: () => (setting?.seed === undefined ? idByChance() : seededId(`${setting.seed}/${setting.starts}/${++ids}`)),
    set(next) {
      setting = next;
      ids = 0;
    },
  };
}

/** Four hashes of 32 bits (FNV-1a, then mixed) of a text. */
function seededId(text: string): string {
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

/**
 * Read what a clock is set to: `{"now": "2026-01-31T12:00:00Z", "isFrozen": true, "seed": "a"}`, each of which may be absent.
 *
 * @param machineNow epoch milliseconds
 * @throws {Fault} `bad-value`, naming the member
 */
export function readClockSetting(json: string, machineNow: number): ClockSetting {
  let given: Record<string, unknown> = {};
  try {
    given = JSON.parse(json) as Record<string, unknown>;
  } catch {
    // What is said below about nothing fits.
  }
  const { now, isFrozen = false, seed, ...others } = Object(given) as Record<string, unknown>;
  const bad = (name: string, expected: string, found: unknown) =>
    new Fault('bad-value', `${name}: ${expected} expected, ${String(JSON.stringify(found)).slice(0, 80)} found.`);
  const [other] = Object.keys(others);
  if (other !== undefined || typeof given !== 'object') throw bad('clock', 'now, isFrozen and seed', other ?? given);
  const shown = now === undefined ? machineNow : typeof now === 'number' ? now : Date.parse(String(now));
  // The last day that a date can hold.
  if (!(Math.abs(shown) <= 8.64e15)) throw bad('now', 'a date such as 2026-01-31T12:00:00Z or epoch milliseconds', now);
  if (typeof isFrozen !== 'boolean') throw bad('isFrozen', 'true or false', isFrozen);
  if (seed !== undefined && (typeof seed !== 'string' || seed === '' || seed.length > 100))
    throw bad('seed', 'a text of 1 to 100 letters', seed);
  return { shown, setAt: machineNow, isFrozen, seed, starts: 0 };
}
