import { createMarkKeeper, emptyMark, type Mark } from '../../sw/service/mark.ts';

const base = import.meta.env.BASE_URL;
/** A copy of the mark, for when the browser drops the caches along with the database. */
const copyKey = `soapstone-mark:${base}`;

const keeper = () => createMarkKeeper(caches, base);

/** Put the copy of the mark back where the worker looks, unless there is one: a worker that is installed anew publishes the demo at once. */
export async function bringMark(): Promise<void> {
  try {
    const copy = localStorage.getItem(copyKey);
    if (copy && !(await keeper().read())) await keeper().write(JSON.parse(copy));
  } catch {
    // Without storage nothing was kept, so nothing is lost.
  }
}

/** Read what services the browser has dropped, and copy the mark. Undefined when nothing is lost. */
export async function lostServices(): Promise<Mark | undefined> {
  try {
    const mark = await keeper().read();
    if (mark) localStorage.setItem(copyKey, JSON.stringify(mark));
    return mark?.isLost && mark;
  } catch {
    return undefined;
  }
}

/** Go on without the services that are lost: the worker begins as on the first day. */
export const giveUpLost = (): Promise<void> => keeper().write(emptyMark);
