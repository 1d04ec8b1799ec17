import type { ServerControls } from '../api.ts';
import type { Answer } from '../exchange.ts';
import { compareAll } from './compare.ts';
import type { Double } from './double.ts';
import { filtered, filterIn, listed } from './journal-filter.ts';
import { RecordingFolder } from './recording.ts';

/**
 * Make the administration for programs of the same process.
 *
 * @param backend what answers without rules
 */
export function controlsOf(double: Double, backend: Answer, url: string): ServerControls {
  const { rules, journal, redactor, snapshots, clock } = double;
  return {
    reset: double.reset,
    async requests(filter = {}) {
      const entries = await filtered(journal, filterIn(new URLSearchParams({ ...filter })));
      return Promise.all(entries.map((entry) => listed(entry, journal, redactor)));
    },
    rules: {
      add: (rule) => rules.add(rule).id,
      remove: (id) => rules.remove(id),
      clear: () => rules.clear(),
      list: () => rules.list(),
    },
    snapshots: { take: (name) => snapshots.take(name), restore: (name) => snapshots.restore(name) },
    setClock: clock.set,
    compare: (folder) => compareAll(new RecordingFolder(folder), backend, url.slice(0, -1)),
  };
}
