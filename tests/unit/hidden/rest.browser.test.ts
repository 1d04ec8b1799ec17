import { expect, test } from 'vitest';
import { type RestName, restRows } from '../../../sw/extensions/rest/contract/index.ts';
import { casesOfToday } from '../../today.ts';
import { expectNothingHidden } from './expect-hidden.ts';
import { send, services } from './planted.ts';
import { listUnattackedParameters, restAttacks } from './rest-attacks.ts';

test('every parameter that may name a field, a row or a source is attacked', () => {
  expect(listUnattackedParameters()).toEqual([]);
});

const names = Object.keys(restRows) as RestName[];
test.each(names)('%s tells nothing of hidden fields and rows', async (name) => {
  const ofService = restAttacks(name)[0]!.server !== undefined;
  // Test half of the services; over the operations, all of them are tested.
  for (const service of ofService ? casesOfToday(services, 2, names.indexOf(name)) : ['']) {
    const answers = new Map<string, string>();
    for (const { server, path, given } of restAttacks(name)) {
      const address = server ? `rest/services/${service}/${server}/${path}` : `rest/${path}`;
      const body = new URLSearchParams(given);
      const { text } = await send(address, { method: 'POST', body });
      expectNothingHidden(
        service,
        `${address} ${decodeURIComponent(`${body}`)}`,
        text,
        answers,
        /Renderer$/.test(path),
      );
    }
  }
});
