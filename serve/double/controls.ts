import type { ServerControls } from '../api.ts';
import type { Double } from './double.ts';
import { filtered, filterIn, listedAll } from './journal-filter.ts';

/** Make the administration for programs of the same process. */
export function controlsOf(double: Double): ServerControls {
  const { rules, journal, redactor, snapshots, clock } = double;
  return {
    reset: double.reset,
    async requests(filter = {}) {
      const entries = await filtered(journal, filterIn(new URLSearchParams({ ...filter })));
      return listedAll(entries, journal, redactor);
    },
    rules: {
      add: (rule) => rules.add(rule).id,
      remove: (id) => rules.remove(id),
      clear: () => rules.clear(),
      list: () => rules.list(),
    },
    snapshots: { take: (name) => snapshots.take(name), restore: (name) => snapshots.restore(name) },
    setClock: clock.set,
  };
}
