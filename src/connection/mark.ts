import { createMarkKeeper, emptyMark, type Mark } from '../../sw/service/mark.ts';

const base = import.meta.env.BASE_URL;
/** Copy of the marker, in case the browser deletes the caches along with the database. */
const copyKey = `soapstone-mark:${base}`;

const keeper = () => createMarkKeeper(caches, base);

/**
 * Restore the marker from its copy, unless it exists. Must run before the worker is installed, because a new worker
 * publishes the demo services immediately.
 */
export async function bringMark(): Promise<void> {
  try {
    const copy = localStorage.getItem(copyKey);
    if (copy && !(await keeper().read())) await keeper().write(JSON.parse(copy));
  } catch {
    // Without storage no copy exists.
  }
}

/** Return the marker if the browser has deleted services, and update its copy. Undefined if nothing is lost. */
export async function lostServices(): Promise<Mark | undefined> {
  try {
    const mark = await keeper().read();
    if (mark) localStorage.setItem(copyKey, JSON.stringify(mark));
    return mark?.isLost && mark;
  } catch {
    return undefined;
  }
}

/** Continue without the lost services: the worker starts from its initial state. */
export const giveUpLost = (): Promise<void> => keeper().write(emptyMark);
