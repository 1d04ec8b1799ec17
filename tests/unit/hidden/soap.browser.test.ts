import { expect, test } from 'vitest';
import type { OperationName } from '../../../sw/contract/index.ts';
import { operations } from '../../../sw/contract/operations/index.ts';
import { sealEnvelope } from '../../../sw/soap/envelope.ts';
import { casesOfToday } from '../../today.ts';
import { expectNothingHidden } from './expect-hidden.ts';
import { send, services } from './planted.ts';
import { listUnattacked, soapAttacks } from './soap-attacks.ts';

const ask = (service: string, element: string) =>
  send(`services/${service}/MapServer`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: sealEnvelope(element, '1.1'),
  });

test('every member of every request is attacked', () => {
  expect(listUnattacked()).toEqual([]);
});

const names = Object.keys(operations) as OperationName[];
test.each(names)('%s tells nothing of hidden fields and rows', async (operation) => {
  // Test half of the services; over the operations, all of them are tested.
  for (const service of casesOfToday(services, 2, names.indexOf(operation))) {
    const answers = new Map<string, string>();
    for (const request of soapAttacks(operation)) {
      const { text } = await ask(service, request);
      expectNothingHidden(service, request, text, answers, operation === 'GenerateDataClasses');
    }
  }
});
