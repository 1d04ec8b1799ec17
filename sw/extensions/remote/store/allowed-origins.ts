import { sourceFault } from '../../../formats/reading/range-reader.ts';
import type { FetchElsewhere } from '../../../store/open-store.ts';
import { allowedSources } from '../../../store/schema.ts';
import type { Store } from '../../../store/store.ts';

/** Which servers this browser may read files of: those that a person agreed to here. No file brings any along. */
interface AllowedOrigins {
  /** Read the origins, `https://host:port`. */
  list(): Promise<readonly string[]>;
  /** Remember that a person agreed to the origin of an address. */
  allow(address: string): Promise<void>;
  /** Fetch from allowed origins alone; others get no request. Faults `source-failed`. */
  readonly fetch: FetchElsewhere;
}

/** Make the one door to other servers. */
export function createAllowedOrigins(
  settings: Pick<Store, 'setting' | 'changeSetting'>,
  fetchElsewhere: FetchElsewhere,
): AllowedOrigins {
  const list = async () => ((await settings.setting(allowedSources)) as readonly string[] | undefined) ?? [];
  return {
    list,
    async allow(address) {
      const { origin } = new URL(address);
      await settings.changeSetting<readonly string[]>(allowedSources, (before = []) => [
        ...new Set([...before, origin]),
      ]);
    },
    async fetch(address, init) {
      const { origin } = new URL(address);
      if (!(await list()).includes(origin))
        throw sourceFault(address, 'not-allowed', `nobody has agreed in this browser that ${origin} is asked.`);
      // It follows redirections and tells nothing but that somebody answers.
      if (init.mode === 'no-cors') throw new TypeError('Only requests whose answer is read are sent.');
      return fetchElsewhere(address, init);
    },
  };
}
